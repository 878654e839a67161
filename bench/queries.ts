import { type Clock, manualClock } from "../src/index";
import { core, SPEC, type TimedWindow, type WindowOf } from "./windows";
import { lengths, START_S, type Workload } from "./workload";

/** More shapes than a bucket keeps exactly: its overflow cell is in use too. */
const FULL_BUCKET = lengths(160);

/** A cut through the oldest bucket. */
const SINCE_S = START_S + 0.5;

export const countWindow = (windowOf: WindowOf) => () => queryWindow(windowOf, (window) => window.count(SINCE_S));

export const evidenceOfWindow = () => queryWindow(core, (window) => window.evidence(SINCE_S).count);

function queryWindow<Window extends TimedWindow>(
  windowOf: (clock: Clock) => Window,
  query: (window: Window) => number,
): Workload {
  const window = fullWindow(windowOf);
  const operations = 100;
  return {
    operations,
    run() {
      let total = 0;
      for (let i = 0; i < operations; i += 1) total += query(window);
      return total;
    },
  };
}

/** 120 s of full buckets, 129 cells each. */
function fullWindow<Window extends TimedWindow>(windowOf: (clock: Clock) => Window): Window {
  const clock = manualClock(START_S);
  const window = windowOf(clock);
  for (let second = 0; second < SPEC.retainedS; second += 1) {
    for (const [i, tokens] of FULL_BUCKET.entries()) window.add([tokens], START_S + second + i / FULL_BUCKET.length);
  }
  clock.set(START_S + SPEC.retainedS);
  return window;
}
