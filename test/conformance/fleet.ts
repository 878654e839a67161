import { applyStep, startFleet } from "../fleet/replay-steps";
import type { Replayer } from "./replayer";
import type { Operation } from "./vector-file";

/** fleet: whole fleets, each one operation of many steps. */
export const fleetReplayer: Replayer = {
  start() {
    return (operation) => {
      const replay = startFleet(operation as never);
      return { steps: operation.steps.map((step: never) => applyStep(replay, step) ?? {}) };
    };
  },
  expected: expectedSteps,
};

/** What an operation of steps expects: besides its own `expect`, that of each step. */
export function expectedSteps({ expect, steps }: Operation): unknown {
  return { ...(expect as object), steps: steps.map((step: Operation) => step.expect ?? {}) };
}
