import { expect, test } from './mirror-test.js';

const string = (stringValue: string): object => ({ stringValue });

test('what somebody types the PIN for is copied, every key in the target’s partition', async ({
  source,
  target,
  mirror,
}) => {
  const customer = source.key('Customer', 'ann');
  await source.write([
    { key: customer, properties: { name: string('Ann') } },
    {
      key: source.key('Customer', 'ann', 'Order', 9007199254740993n),
      properties: {
        customer: { keyValue: customer },
        others: { arrayValue: { values: [{ keyValue: customer }] } },
        address: {
          entityValue: {
            key: source.key('Address', 'a'),
            properties: { of: { keyValue: customer } },
          },
        },
        tags: { arrayValue: { values: [] } },
      },
    },
  ]);

  const { exitCode, screen } = await mirror.copy();

  expect(screen).toContain('project my-shop, database (default), namespace (default)');
  expect(screen).toContain('project my-shop, database app-tests, namespace mirror');
  expect(screen).toMatch(/Order +1\b/);
  expect(exitCode).toBe(0);
  const [order] = await target.read('Order');
  expect(order!.key).toMatchObject(target.key('Customer', 'ann', 'Order', 9007199254740993n));
  expect(JSON.stringify(order)).not.toContain('"databaseId":""');
  expect(
    JSON.stringify(order).match(/"databaseId":"app-tests","namespaceId":"mirror"/g),
  ).toHaveLength(5);
  expect(await target.read('Customer')).toHaveLength(1);
  expect(await source.read('Order')).toHaveLength(1);
});

test('nothing is copied without the PIN', async ({ source, target, mirror }) => {
  await source.write([{ key: source.key('Customer', 'ann'), properties: {} }]);

  const wrong = mirror.start();
  const pin = (await wrong.shows(/Type ((?:\d ){5}\d)/)).replaceAll(' ', '');
  wrong.type(`${String((Number(pin) + 1) % 1_000_000).padStart(6, '0')}\r`);

  expect(await wrong.ended).toBe(1);
  expect(wrong.screen()).toContain('what was typed is not the PIN');
  expect(await target.read('Customer')).toEqual([]);
});

test('without a terminal nothing is copied, whatever comes through a pipe', async ({
  source,
  target,
  mirror,
}) => {
  await source.write([{ key: source.key('Customer', 'ann'), properties: {} }]);

  const { exitCode, output } = await mirror.runDetached();

  expect(output).toContain('a PIN that must be typed at a terminal, and there is none');
  expect(exitCode).toBe(1);
  expect(await target.read('Customer')).toEqual([]);
});
