import { SingleBar } from "cli-progress";

/** Runs to the end, step by step; on a terminal a bar on the standard error says how far it is. */
export function runWithProgress(
  work: { readonly done: boolean; readonly progress: number },
  step: () => void,
  label: string,
): void {
  const bar = process.stderr.isTTY ? progressBar(label) : null;
  while (!work.done) {
    step();
    bar?.update(Math.round(100 * work.progress));
  }
  bar?.stop();
}

function progressBar(label: string): SingleBar {
  const bar = new SingleBar({ format: `${label} [{bar}] {percentage}%`, clearOnComplete: true, hideCursor: true });
  bar.start(100, 0);
  return bar;
}
