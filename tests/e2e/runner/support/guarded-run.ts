import type { FinishedRun, RunningProject } from './inline-project.js';

/** Types the PIN that a run shows; `change` may make another of it. */
export async function typePin(
  run: RunningProject,
  change: (pin: string) => string = (pin) => pin,
): Promise<FinishedRun> {
  const prompt = /Type ((?:\d ){5}\d) to go on/;
  await run.printed(prompt);
  const pin = prompt.exec(run.output)![1]!.replaceAll(' ', '');
  run.process.stdin!.write(`${change(pin)}\n`);
  return await run.finished();
}
