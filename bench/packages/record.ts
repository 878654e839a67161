import { ARRIVAL_STEP_S, lengths, type Workload } from "../workload";
import { CockatielCounter } from "./cockatiel-counter";
import type { Counter } from "./counter";
import { HdrCounter } from "./hdr-counter";
import { OpossumCounter } from "./opossum-counter";
import { PromCounter } from "./prom-counter";

/** As many as there are in a bucket of a second. */
const OPERATIONS = 1 / ARRIVAL_STEP_S;

/** Records the lengths of arrivals of 50 shapes; a run is one bucket. */
function recordIn(counterOf: () => Counter): Workload {
  const counter = counterOf();
  const tokens = lengths(50);
  let next = 0;
  return {
    operations: OPERATIONS,
    run() {
      counter.nextBucket?.();
      for (let i = 0; i < OPERATIONS; i += 1) {
        counter.record(tokens[next] as number);
        next = next + 1 === tokens.length ? 0 : next + 1;
      }
      return next;
    },
  };
}

export const recordInOpossum = () => recordIn(() => new OpossumCounter());

export const recordInHdrHistogram = () => recordIn(() => new HdrCounter());

export const recordInPromClient = () => recordIn(() => new PromCounter());

export const recordInCockatiel = () => recordIn(() => new CockatielCounter());
