import { setImmediate, setTimeout } from "node:timers/promises";
import type { ManualClock } from "../../src/index";
import type { Soak } from "./soak";

/** Traffic is let through in steps of so much; then other work of the process has its turn. */
const STEP_S = 0.01;
/** A machine that falls behind by more than this does not catch up: the rate is lower then. */
const MOST_BEHIND_S = 0.1;

/** Drives a soak against real time, for so long; `each` is called between its steps. */
export async function runInRealTime(
  soak: Soak,
  seconds: number,
  nowS: () => number,
  each: (elapsedS: number) => void,
): Promise<void> {
  const startS = nowS();
  let reachedS = startS;
  let skippedS = 0;
  for (let elapsedS = 0; elapsedS < seconds; elapsedS = nowS() - startS) {
    const dueS = startS + elapsedS - skippedS;
    skippedS += Math.max(0, dueS - reachedS - MOST_BEHIND_S);
    const untilS = Math.min(startS + elapsedS - skippedS, reachedS + STEP_S);
    await soak.advance(untilS);
    each(elapsedS);
    reachedS = untilS;
    if (untilS < dueS) await setImmediate();
    else await setTimeout(1);
  }
}

/** Drives a soak by a clock of its own, as fast as the machine can. */
export async function runByClock(soak: Soak, seconds: number, clock: ManualClock): Promise<void> {
  const startS = clock.now();
  for (let step = 1; step <= seconds / STEP_S; step += 1) {
    clock.set(startS + step * STEP_S);
    await soak.advance(clock.now());
  }
}
