import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const serverFile = fileURLToPath(new URL('server.js', import.meta.url));

/** The suite's application, running. */
export interface RunningServer {
  url: string;
  stop(): Promise<void>;
}

/** Starts the suite's application, in test mode or as it is without app-test. */
export async function startServer(inTestMode: boolean): Promise<RunningServer> {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [serverFile], {
    env: {
      PATH,
      HOME,
      NODE_ENV: 'test',
      GOOGLE_CLOUD_PROJECT: 'bench',
      ...(inTestMode ? { APP_TEST: '1', APP_TEST_DATASTORE: 'embedded' } : {}),
    },
    // It ends with us: its stdin does.
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  while (!/listening on \d+/.test(output)) {
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
    output += chunk.toString('utf8');
  }
  const port = /listening on (\d+)/.exec(output)![1]!;
  child.stdout.resume();
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}
