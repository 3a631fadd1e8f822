import { expect, test } from '@playwright/test';
import { describeCopy } from '../../../mirror/describe-copy.js';
import { drop } from '../../../mirror/mask/ready-masks.js';
import { resolveMirrorOptions } from '../../../mirror/options.js';
import { Exclusions } from '../../../mirror/plan/exclusions.js';

function describe(
  kinds: string[],
  { exclude = [], mask = {} }: { exclude?: string[]; mask?: Parameters<typeof describeCopy>[3] },
): string {
  const options = resolveMirrorOptions({ project: 'my-shop', targetNamespace: 'mirror', exclude });
  const plans = kinds.map((kind) => ({ kind, filter: undefined, limit: undefined, count: 1 }));
  const excluded = [{ kind: 'UserSession', pattern: '*session*' }];
  return describeCopy(options, { kinds: plans, excluded }, new Exclusions(exclude), mask);
}

test('an exclusion that holds for nothing is pointed out before the PIN', () => {
  const text = describe(['Payment', 'Card'], { exclude: ['Payment,Card', 'User*'] });
  expect(text).toContain("exclusion 'Payment,Card': holds for none of these kinds");
  expect(text).not.toContain("'User*'");
});

test('a mask of a kind that is not copied is pointed out before the PIN', () => {
  const mask = { Custmoer: { name: drop() }, Order: { name: drop() }, '*': { ip: drop() } };
  const text = describe(['Customer', 'Order'], { mask });
  expect(text).toContain("the mask's kind 'Custmoer' is none of these");
  expect(text).not.toMatch(/'Order'|'\*'/);
});

test('the name of a kind writes nothing else onto the terminal', () => {
  const text = describe(['Log\u001b[2J\r\u009b2Jinto nowhere'], {});
  // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
});
