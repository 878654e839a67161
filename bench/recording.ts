import { type Clock, DemandWindow, OutcomeWindow, type Shape } from "../src/index";
import { HostedWindow } from "./contestants/hosted-window";
import { MapWindow } from "./contestants/map-window";
import { TypedWindow } from "./contestants/typed-window";
import { ARRIVAL_STEP_S, lengths, SteadyClock, type Workload } from "./workload";

const OPERATIONS = 1000;
const SPEC = { retainedS: 120, bucketS: 1, maxShapes: 128 };

/** Records arrivals of so many shapes in turn, as the clock goes steadily on. */
function recordArrivals(shapes: number, windowOf: (clock: Clock) => Recorder): Workload {
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
}

interface Recorder {
  add(shape: Shape): number;
}

export const record = (shapes: number) => () => recordArrivals(shapes, (clock) => new DemandWindow({ ...SPEC, clock }));

export const recordTyped = (shapes: number) => () =>
  recordArrivals(shapes, (clock) => new HostedWindow(new TypedWindow(SPEC, clock.now()), clock));

export const recordMapByNumber = (shapes: number) => () =>
  recordArrivals(shapes, (clock) => new HostedWindow(new MapWindow(SPEC, clock.now(), (a) => a), clock));

export const recordMapByString = (shapes: number) => () =>
  recordArrivals(
    shapes,
    (clock) => new HostedWindow(new MapWindow(SPEC, clock.now(), (a, b, c) => `${a},${b},${c}`), clock),
  );

/** Records an arrival by its estimate, and reprices it by the tokenizer's count. */
export function recordAndReprice(): Workload {
  const clock = new SteadyClock();
  const window = new DemandWindow({ ...SPEC, clock });
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
}

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
