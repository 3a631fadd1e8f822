/** Says now and then how far loading a folder is; a short load is not worth a word. */
export function reportLoading(
  data: string,
  say: (text: string) => void,
): (entities: number) => void {
  let last = performance.now();
  return (entities) => {
    const now = performance.now();
    if (now - last < 1000) return;
    last = now;
    say(`Loading ${data}: ${entities.toLocaleString('en')} entities so far.\n`);
  };
}
