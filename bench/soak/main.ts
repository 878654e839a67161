// Drives a pool with everything switched on against real time, and says whether it stays as it is.
//   npm run soak -- --minutes 10
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { SingleBar } from "cli-progress";
import { Command, InvalidArgumentError } from "commander";
import { monotonicClock } from "../../src/index";
import { Report } from "./report";
import { runInRealTime } from "./run";
import { Soak } from "./soak";

interface Options {
  readonly minutes: number;
  readonly calls: number;
  readonly every: number;
}

const { minutes, calls, every } = new Command("soak")
  .description("Drives a pool with a full controller, a journal, scrapes and snapshots, and watches it.")
  .option("--minutes <n>", "how long", positive, 10)
  .option("--calls <n>", "calls of the pool in a second", positive, 100_000)
  .option("--every <seconds>", "time between two lines", positive, 10)
  .parse()
  .opts<Options>();

const seconds = minutes * 60;
const collectGarbage = garbageCollector();
const folder = mkdtempSync(join(tmpdir(), "narwhal-slo-soak-"));
try {
  await soak();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function soak(): Promise<void> {
  const clock = monotonicClock();
  const run = new Soak({ clock, stopwatch: () => performance.now() / 1000, callsPerS: calls, folder });
  const report = new Report(run);
  const bar = process.stderr.isTTY ? progressBar() : null;
  let nextS = every;
  await runInRealTime(
    run,
    seconds,
    () => clock.now(),
    (elapsedS) => {
      bar?.update(Math.min(seconds, Math.floor(elapsedS)));
      if (elapsedS < nextS) return;
      nextS += every;
      console.log(report.line(elapsedS, memory()));
    },
  );
  bar?.stop();
  run.check();
  const { lines, sound } = report.end(seconds);
  for (const line of lines) console.log(line);
  process.exitCode = sound ? 0 : 1;
}

function memory() {
  collectGarbage();
  const { rss, heapUsed } = process.memoryUsage();
  return { rssBytes: rss, heapBytes: heapUsed };
}

function garbageCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}

function progressBar(): SingleBar {
  const format = "soak [{bar}] {value} of {total} s";
  const bar = new SingleBar({ format, clearOnComplete: true, hideCursor: true });
  bar.start(seconds, 0);
  return bar;
}

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new InvalidArgumentError("must be a number > 0.");
  return value;
}
