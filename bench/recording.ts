import { OutcomeWindow, type Shape } from "../src/parts";
import type { WindowOf } from "./windows";
import { ARRIVAL_STEP_S, lengths, SteadyClock, type Workload } from "./workload";

const OPERATIONS = 1000;

/** Records arrivals of so many shapes in turn, as the clock goes steadily on. */
export const record = (shapes: number, windowOf: WindowOf) => (): Workload => {
  const clock = new SteadyClock();
  const window = windowOf(clock);
  const arrivals = lengths(shapes).map((tokens): Shape => [tokens]);
  let next = 0;
  return {
    operations: OPERATIONS,
    run() {
      let cells = 0;
      for (let i = 0; i < OPERATIONS; i += 1) {
        clock.timeS += ARRIVAL_STEP_S;
        cells += window.add(arrivals[next] as Shape);
        next = next + 1 === shapes ? 0 : next + 1;
      }
      return cells;
    },
  };
};

/** Records an arrival of 50 shapes by its estimate, and reprices it by the tokenizer's count. */
export const recordAndReprice = (windowOf: WindowOf) => (): Workload => {
  const clock = new SteadyClock();
  const window = windowOf(clock);
  const shapes = lengths(50);
  const estimates = shapes.map((tokens): Shape => [tokens]);
  const counts = shapes.map((tokens): Shape => [tokens + 1]);
  let next = 0;
  return {
    operations: OPERATIONS,
    run() {
      let cells = 0;
      for (let i = 0; i < OPERATIONS; i += 1) {
        clock.timeS += ARRIVAL_STEP_S;
        const atS = clock.now();
        const cell = window.add(estimates[next] as Shape, atS);
        cells += window.replace(cell, atS, counts[next] as Shape);
        next = next + 1 === shapes.length ? 0 : next + 1;
      }
      return cells;
    },
  };
};

export function recordOutcomes(): Workload {
  const clock = new SteadyClock();
  const outcomes = new OutcomeWindow({ bucketS: 1, retainedS: 480, clock });
  return {
    operations: OPERATIONS,
    run() {
      for (let i = 0; i < OPERATIONS; i += 1) {
        clock.timeS += ARRIVAL_STEP_S;
        outcomes.record((i & 3) !== 0, (i & 7) !== 0);
      }
      return outcomes.attainment(1).total;
    },
  };
}
