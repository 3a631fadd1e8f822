import { expect, test } from '@playwright/test';
import { addUp } from '../../../server/data/add-up.js';

test('what several items return is added up', async () => {
  expect(await addUp([1, 2, 3], 2, async (item) => item)).toBe(6);
  expect(await addUp([], 2, async () => 1)).toBe(0);
});

test('a failure begins no further item, and is told when those under way have ended', async () => {
  const events: string[] = [];
  let endSlow = (): void => {};
  const slow = new Promise<void>((resolve) => (endSlow = resolve));
  const sum = addUp(['bad', 'slow', 'next'], 2, async (item) => {
    events.push(`begin ${item}`);
    if (item === 'bad') throw new Error('No');
    if (item === 'slow') await slow;
    events.push(`end ${item}`);
    return 1;
  }).catch((error: Error) => events.push(`failed: ${error.message}`));
  // Everything that does not wait for the slow one.
  await new Promise((resolve) => setImmediate(resolve));
  endSlow();
  await sum;
  await new Promise((resolve) => setImmediate(resolve));
  expect(events).toEqual(['begin bad', 'begin slow', 'end slow', 'failed: No']);
});
