import { mock } from 'node:test';
import { expect, test } from '@playwright/test';
import { Gate } from '../../../server/redirect/gate.js';
import { WaitingNotice } from '../../../server/redirect/waiting-notice.js';

test.beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
test.afterEach(() => mock.timers.reset());

function collectWarnings(): { texts: string[]; stop(): void } {
  const texts: string[] = [];
  const listener = (warning: Error & { code?: string }): void => {
    if (warning.code === 'APP_TEST_WAITING') texts.push(warning.message);
  };
  process.on('warning', listener);
  return { texts, stop: () => process.off('warning', listener) };
}

const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('calls that wait for ten seconds are named in one warning, with what to do', async () => {
  const warnings = collectWarnings();
  const notice = new WaitingNotice(() => gate.waitingCount);
  const gate = new Gate(() => notice.start());
  gate.hold('waiting');
  const passes = [gate.pass(), gate.pass()];
  mock.timers.tick(9999);
  await nextTick();
  expect(warnings.texts).toEqual([]);
  mock.timers.tick(1);
  await nextTick();
  expect(warnings.texts).toEqual([
    expect.stringMatching(/2 Datastore calls have been waiting for activation for 10 s.*register/),
  ]);
  void gate.pass();
  mock.timers.tick(20_000);
  await nextTick();
  expect(warnings.texts).toHaveLength(1);
  gate.admit();
  notice.stop();
  await Promise.all(passes);
  warnings.stop();
});

test('calls that are admitted in time are not named', async () => {
  const warnings = collectWarnings();
  const notice = new WaitingNotice(() => gate.waitingCount);
  const gate = new Gate(() => notice.start());
  gate.hold('waiting');
  const pass = gate.pass();
  gate.admit();
  notice.stop();
  await pass;
  mock.timers.tick(20_000);
  await nextTick();
  expect(warnings.texts).toEqual([]);
  expect(process.listeners('exit').map(String).join('\n')).not.toContain('sayAtExit');
  warnings.stop();
});
