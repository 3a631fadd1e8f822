import { symlinkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RawEntity } from '../../support/raw-entities.js';
import { expect, test } from './mirror-test.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const string = (stringValue: string): object => ({ stringValue });

const mask = `
  import { defineMask, digits, drop, email, fixed, pseudonym } from 'app-test/mirror';
  export default defineMask({
    Customer: {
      name: pseudonym('Customer '),
      email: email(),
      phone: digits(),
      'address.street': drop(),
      born: (value) => value instanceof Date ? new Date(Date.UTC(value.getUTCFullYear(), 0, 1)) : value,
      notes: fixed('gone'),
      emial: drop(),
    },
    Order: { buyer: email() },
  });`;

test.beforeEach(async ({ source, folder }) => {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules', 'app-test'));
  writeFileSync(join(folder, 'mask.mjs'), mask);
  const customer = (id: number, name: string, address: string): RawEntity => ({
    key: source.key('Customer', id),
    properties: {
      name: string(name),
      email: { ...string(address), excludeFromIndexes: true },
      phone: { arrayValue: { values: [string('+49 170 1234567'), string('+49 170 1234567')] } },
      address: { entityValue: { properties: { street: string('Elm 1'), city: string('Ulm') } } },
      born: { timestampValue: { seconds: 500_000_000, nanos: 123_456_000 } },
      notes: { entityValue: { properties: { a: string('secret') } } },
      points: { integerValue: '9007199254740993' },
    },
  });
  await source.write([
    customer(1, 'Ann', 'ann@mail.test'),
    customer(2, 'Ann', 'ANN@mail.test'),
    customer(3, 'Bob', 'bob@mail.test'),
    { key: source.key('Order', 1), properties: { buyer: string('ann@mail.test') } },
  ]);
});

test('a mask keeps personal data out, and equal inputs equal', async ({ target, mirror }) => {
  const { exitCode, screen } = await mirror.copy('--mask', 'mask.mjs', '--verify');

  expect(screen).toContain('masked by');
  expect(screen).toContain('The mask names Customer.emial, which no entity has.');
  expect(screen).toContain('all are the same');
  expect(exitCode).toBe(0);
  const customers = await target.read('Customer');
  expect(JSON.stringify(customers)).not.toMatch(/Ann|Bob|mail\.test|1234567|Elm|secret/);
  const [ann, other, bob] = customers.map(({ properties }) => properties as Record<string, any>);
  expect(ann!.name).toEqual(other!.name);
  expect(ann!.name.stringValue).toMatch(/^Customer [0-9a-z]{10}$/);
  expect(ann!.email.stringValue).toMatch(/^[0-9a-z]{10}@example\.com$/);
  expect(ann!.email).toEqual(other!.email);
  expect(ann!.email.excludeFromIndexes).toBe(true);
  expect(ann!.email).not.toEqual(bob!.email);
  const [order] = await target.read('Order');
  expect(order!.properties.buyer).toMatchObject({ stringValue: ann!.email.stringValue });
  expect(ann!.phone.arrayValue.values[0].stringValue).toMatch(/^\+\d\d \d{3} \d{7}$/);
  expect(Object.keys(ann!.address.entityValue.properties)).toEqual(['city']);
  expect(ann!.born.timestampValue).toMatchObject({ seconds: '473385600', nanos: 0 });
  expect(ann!.notes).toMatchObject({ stringValue: 'gone' });
  expect(ann!.points.integerValue).toBe('9007199254740993');
});

test.describe('with a key of the project’s own', () => {
  test.use({ environment: { APP_TEST_MASK_KEY: 'a key' } });

  test('pseudonyms are the same in every copy', async ({ target, mirror }) => {
    await mirror.copy('--mask', 'mask.mjs');
    const before = await target.read('Customer');
    await mirror.copy('--mask', 'mask.mjs', '--merge');
    expect(await target.read('Customer')).toEqual(before);
  });
});

test('a mask in TypeScript is loaded, or it is said what to do', async ({ mirror, folder }) => {
  writeFileSync(join(folder, 'mask.ts'), mask.replace('(value)', '(value: unknown)'));
  const { exitCode, output } = await mirror.runDetached('--mask', 'mask.ts', '--dry-run');
  if (exitCode === 0) expect(output).toContain('masked by');
  else expect(output).toContain('install tsx beside it');

  mkdirSync(join(folder, 'node_modules', '.hidden'), { recursive: true });
  symlinkSync(join(root, 'node_modules', 'tsx'), join(folder, 'node_modules', 'tsx'));
  const withTsx = await mirror.runDetached('--mask', 'mask.ts', '--dry-run');
  expect(withTsx.output).toContain('masked by');
  expect(withTsx.exitCode).toBe(0);
});

for (const [what, code, message] of [
  ['no mask', 'export default 5', /is no mask/],
  [
    'a mask that fails',
    'export default { Customer: { name() { throw new Error("no") } } }',
    /The mask of Customer\.name failed: no/,
  ],
  [
    'a mask that returns no value',
    'export default { Customer: { name: () => ({}) } }',
    /which is no value/,
  ],
  [
    'a mask for text on an entity',
    "import { email } from 'app-test/mirror'; export default { Customer: { address: email() } }",
    /Customer\.address is no text but of type entity/,
  ],
] as const) {
  test(`${what} stops the copy and says so`, async ({ mirror, folder, target }) => {
    writeFileSync(join(folder, 'bad.mjs'), code);
    const program = mirror.start('--mask', 'bad.mjs', '--kind', 'Customer');
    await Promise.race([program.shows(/Type ((?:\d ){5}\d)/), program.ended]).catch(() => {});
    const pin = /Type ((?:\d ){5}\d)/.exec(program.screen())?.[1];
    if (pin !== undefined) program.type(`${pin.replaceAll(' ', '')}\r`);
    expect(await program.ended).toBe(1);
    expect(program.screen().replace(/\s+/g, ' ')).toMatch(message);
    expect(await target.read('Customer')).toEqual([]);
  });
}
