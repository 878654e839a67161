import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DemandWindow, manualClock } from "../../src/index";
import type { CellRow } from "../../src/wasm/window-region";
import { BUILDS, type Build } from "../core/builds";
import { type NaiveCell, NaiveWindow } from "./naive-window";
import { shapeOf, timeOf, type WindowCase, type WindowStep, windowCase } from "./window-cases";

describe.each(BUILDS)("demand window ($name build)", (build) => {
  it("answers as the naive window does, whatever happens to both", () => {
    fc.assert(
      fc.property(windowCase, (example) => playBoth(build, example)),
      { numRuns: 400 },
    );
  });
});

/** An observation where each of the two windows has it; null once it is gone. */
interface Observation {
  readonly atS: number;
  cell: number;
  naive: NaiveCell | null;
}

function playBoth(build: Build, { spec, startS, steps }: WindowCase): void {
  const clock = manualClock(startS);
  const window = new DemandWindow({ ...spec, ...build.options, clock });
  const naive = new NaiveWindow(spec, clock);
  const observations: Observation[] = [];
  const time = (when: Parameters<typeof timeOf>[0]) => timeOf(when, clock.now(), spec.bucketS);
  const play = (step: WindowStep): void => {
    switch (step.kind) {
      case "clock":
        clock.set(time(step.to));
        return;
      case "add": {
        const atS = time(step.at);
        observations.push({ atS, cell: window.add(shapeOf(step.value), atS), naive: naive.add(step.value, atS) });
        return;
      }
      case "replace": {
        const observation = observations[step.which % observations.length];
        if (!observation?.naive) return;
        const { atS, cell } = observation;
        observation.cell = window.replace(cell, atS, shapeOf(step.value));
        observation.naive = naive.replace(observation.naive, atS, step.value);
        return;
      }
      case "prune":
        window.prune();
        naive.prune();
        return;
      case "ask":
        expect(answers(window, time(step.since))).toEqual(answers(naive, time(step.since)));
    }
  };
  for (const step of steps) play(step);
  expect(answers(window, clock.now() - spec.retainedS)).toEqual(answers(naive, clock.now() - spec.retainedS));
  expect(observations.map(({ cell }) => cell >= 0)).toEqual(observations.map((known) => known.naive !== null));
}

interface Answering {
  cells(sinceS: number): readonly CellRow[];
  count(sinceS: number): number;
  evidence(sinceS: number): unknown;
  summary(): unknown;
}

function answers(window: Answering, sinceS: number): unknown {
  return {
    count: window.count(sinceS),
    evidence: window.evidence(sinceS),
    summary: window.summary(),
    cells: window
      .cells(sinceS)
      .map((cell) => JSON.stringify(cell))
      .sort(),
  };
}
