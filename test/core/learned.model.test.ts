import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../src/index";
import { NaiveEstimates } from "../model/naive-estimates";
import { type NaiveCell, NaiveWindow } from "../model/naive-window";
import { BUILDS } from "./builds";
import { LearningCore } from "./learned-core";
import { type Completion, type LearnedStep, learnedSteps, randomFrom, TRAFFIC } from "./learned-traffic";

const spec = fc.record({
  bucketS: fc.constantFrom(0.1, 1 / 3, 1, 5),
  buckets: fc.constantFrom(1, 2.5, 12, 40),
  maxShapes: fc.constantFrom(3, 16, 128, 128, 128),
  startS: fc.constantFrom(0, 1_700_000_000.123, -1234.5),
});

describe.each(BUILDS)("learned output lengths ($name build)", ({ options: { module } }) => {
  it("are those of the retained completions written out, whatever has happened to the window", () => {
    fc.assert(
      fc.property(spec, learnedSteps, ({ bucketS, buckets, maxShapes, startS }, steps) => {
        const windowSpec = { retainedS: buckets * bucketS, bucketS, maxShapes, merge: "first" } as const;
        const clock = manualClock(startS);
        const both = {
          clock,
          bucketS,
          retainedS: windowSpec.retainedS,
          core: new LearningCore(windowSpec, startS, module),
          naive: new NaiveWindow(windowSpec, clock),
          observations: [],
        };
        for (const step of steps) play(both, step);
        ask(both, 1);
      }),
      { numRuns: 300 },
    );
  });
});

interface Both {
  readonly clock: ReturnType<typeof manualClock>;
  readonly bucketS: number;
  readonly retainedS: number;
  readonly core: LearningCore;
  readonly naive: NaiveWindow;
  readonly observations: { readonly atS: number; cell: number; naive: NaiveCell }[];
}

function play(both: Both, step: LearnedStep): void {
  const { clock, bucketS, core, naive, observations } = both;
  switch (step.kind) {
    case "complete":
      for (let i = 0; i < step.times; i += 1) complete(both, step.value, clock.now() - step.ago * bucketS);
      return;
    case "traffic": {
      const random = randomFrom(step.seed);
      for (let i = 0; i < step.completions; i += 1) {
        complete(both, TRAFFIC[step.of](random), clock.now() - step.ago * bucketS);
      }
      return;
    }
    case "reprice":
      reprice(both, step.which, step.value);
      return;
    case "clock":
      clock.set(clock.now() + step.buckets * bucketS);
      return;
    case "handOff":
      core.window.importState(core.window.exportState(clock.now()));
      naive.prune();
      // Cells have other numbers there.
      observations.length = 0;
      return;
    case "ask":
      ask(both, step.windows);
  }
}

function complete({ clock, core, naive, observations }: Both, value: Completion, atS: number): void {
  const cell = core.window.add(...value, atS, clock.now());
  const double = naive.add(value, atS);
  if (double) observations.push({ atS, cell, naive: double });
}

function reprice({ clock, core, naive, observations }: Both, which: number, value: Completion): void {
  const observation = observations[which % observations.length];
  if (!observation) return;
  const { atS, cell } = observation;
  observation.cell = core.window.replace(cell, ...value, atS, clock.now());
  const double = naive.replace(observation.naive, atS, value);
  if (double) observation.naive = double;
  else observations.splice(observations.indexOf(observation), 1);
}

function ask({ clock, core, naive, retainedS }: Both, windows: number): void {
  const sinceS = clock.now() - windows * retainedS;
  const estimates = new NaiveEstimates(naive.cells(sinceS));
  const { inForce, ratios, outputs } = estimates;
  expect(core.learned(sinceS, clock.now())).toEqual({ inForce, ratios, outputs });
  expect(core.expectedOutput(1500, 1024)).toBe(estimates.forecast(1500, 1024) ?? -1);
  expect(core.expectedOutput(1500, 0)).toBe(estimates.forecast(1500, 0) ?? -1);
}
