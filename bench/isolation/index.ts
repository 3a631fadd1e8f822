import type { Bench } from '../bench.js';
import { formatTable } from '../format-table.js';
import { runSuite } from './run-suite.js';
import { type RunningServer, startServer } from './start-server.js';

const rounds = 7;

/** What sessions of their own gain a suite that waits, and what the fixtures cost a test. */
export const isolation: Bench = {
  name: 'isolation',
  title: 'A suite with sessions of its own, and the fixtures of a test',
  async run(say) {
    const [server, plain] = await Promise.all([startServer(true), startServer(false)]);
    try {
      await compareWorkers(server, say);
      await compareFixtures(server, plain, say);
    } finally {
      await Promise.all([server.stop(), plain.stop()]);
    }
  },
};

async function compareWorkers({ url }: RunningServer, say: (text: string) => void): Promise<void> {
  const suite = { file: 'waiting', url, isolation: 'test' } as const;
  const one = await runSuite({ ...suite, workers: 1 });
  const four = await runSuite({ ...suite, workers: 4 });
  say(
    `${formatTable([
      ['48 tests that wait two seconds each', 'seconds', 'ratio'],
      ["1 worker, isolation 'test'", (one.wall / 1000).toFixed(1), '1.00'],
      [
        "4 workers, isolation 'test'",
        (four.wall / 1000).toFixed(1),
        (four.wall / one.wall).toFixed(2),
      ],
    ])}\n`,
  );
}

async function compareFixtures(
  server: RunningServer,
  plain: RunningServer,
  say: (text: string) => void,
): Promise<void> {
  const cases = [
    { name: 'bare Playwright', file: 'bare', url: plain.url, isolation: 'none' },
    { name: "app-test, isolation 'run'", file: 'pages', url: server.url, isolation: 'run' },
    { name: "app-test, isolation 'test'", file: 'pages', url: server.url, isolation: 'test' },
  ] as const;
  const times = new Map<string, number[]>(cases.map(({ name }) => [name, []]));
  // In turns, so that a machine that grows busy is busy for all of them.
  for (let round = 0; round < rounds; round++) {
    for (const { name, ...suite } of cases) {
      times.get(name)!.push((await runSuite({ ...suite, workers: 1 })).perTest);
    }
  }
  const bare = times.get('bare Playwright')!;
  const rows = [...times].map(([name, measured]) => {
    const [fastest, slowest] = [Math.min(...measured), Math.max(...measured)];
    // Of each round by itself: from one to the next the machine differs by more than the fixtures cost.
    const added = median(measured.map((time, round) => time - bare[round]!));
    const shown = `${median(measured).toFixed(1)} (${fastest.toFixed(1)} to ${slowest.toFixed(1)})`;
    return [name, shown, measured === bare ? '' : `${added > 0 ? '+' : ''}${added.toFixed(1)}`];
  });
  say(formatTable([['a page test, fixtures included', 'milliseconds', 'added'], ...rows]));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
