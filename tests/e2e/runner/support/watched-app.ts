import { expect } from '@playwright/test';
import type { App } from './runner-test.js';

interface Seen {
  refused: string[];
  ended: string[];
}

/** Makes a server keep what must never happen while runs survive: refused requests, and sessions that end twice. */
export async function watch({ server }: Pick<App, 'server'>): Promise<void> {
  await server.run(({ appTest }) => {
    const seen: Seen = { refused: [], ended: [] };
    Object.assign(globalThis, { seen });
    appTest.registerFinishHook(({ session }: { session: string }) => void seen.ended.push(session));
    process
      .getBuiltinModule('node:diagnostics_channel')
      .subscribe('http.server.response.finish', (message) => {
        const { request, response } = message as {
          request: { url: string };
          response: { statusCode: number };
        };
        if (response.statusCode === 403) seen.refused.push(request.url);
      });
  });
}

/**
 * Asserts that no request was refused, no session was ended twice, none by expiry, and nothing is left armed or stored.
 */
export async function expectClean(app: App): Promise<void> {
  const { refused, ended } = await app.server.run(
    () => (globalThis as unknown as { seen: Seen }).seen,
  );
  expect(refused).toEqual([]);
  // Runs that do not overlap end the shared session each.
  const named = ended.filter((session) => session !== '');
  expect(named).toEqual([...new Set(named)]);
  expect(app.server.output).not.toContain('its last lease ran out');
  expect(await app.readStored()).toEqual([]);
}
