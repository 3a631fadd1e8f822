import { expect, test } from '@playwright/test';
import { finish } from '../../../client/index.js';
import { ScriptedServer, someToken } from '../../support/scripted-server.js';

test('finish ends the session, and sends the token cookie along', async () => {
  await using server = await ScriptedServer.answering({ finished: true, had_token: true, more: 1 });
  expect(await finish(server.url, someToken)).toEqual({ finished: true, had_token: true, more: 1 });
  expect(server.requests).toEqual([
    expect.objectContaining({
      method: 'POST',
      url: '/_test/config/finish',
      headers: expect.objectContaining({ cookie: `app-test-token=${someToken}` }),
    }),
  ]);
});

test('finish with a lease names it', async () => {
  await using server = await ScriptedServer.answering({
    finished: true,
    had_token: true,
    open_leases: 2,
  });
  expect((await finish(server.url, someToken, { lease: 'mine' })).open_leases).toBe(2);
  expect(server.requests[0]?.url).toBe('/_test/config/finish?lease=mine');
});

test('what is not a token is never sent', async () => {
  await using server = await ScriptedServer.answering({});
  for (const wrong of ['', 'short', `${someToken}\r\nx: y`, undefined as unknown as string]) {
    await expect(finish(server.url, wrong)).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  }
  expect(server.requests).toEqual([]);
});

test('a refusal and a senseless answer are errors', async () => {
  const envelope = { error: { code: 'NOT_ACTIVATED', message: 'Not activated.', next: null } };
  await using refusing = await ScriptedServer.answering(envelope, 403);
  await expect(finish(refusing.url, someToken)).rejects.toMatchObject({ code: 'NOT_ACTIVATED' });
  await using senseless = await ScriptedServer.answering({ finished: 'yes' });
  await expect(finish(senseless.url, someToken)).rejects.toMatchObject({
    code: 'SERVER_RESPONSE_INVALID',
  });
});
