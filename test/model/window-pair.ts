import { manualClock } from "../../src/index";
import { DemandWindow } from "../../src/parts";
import type { CellRow } from "../../src/wasm/cell-rows";
import { compare } from "../conformance/compare";
import { type NaiveCell, NaiveWindow } from "./naive-window";
import { shapeOf, timeOf, type WindowCase, type WindowStep } from "./window-cases";

/** An observation where each of the two windows has it; null once it is gone. */
interface Observation {
  readonly atS: number;
  cell: number;
  naive: NaiveCell | null;
}

/**
 * Lets a case happen to a demand window and to its naive double.
 *
 * @throws Error as soon as the two answer differently
 */
export function playBoth({ spec, startS, steps }: WindowCase, module?: WebAssembly.Module): void {
  const clock = manualClock(startS);
  const window = new DemandWindow({ ...spec, clock, ...(module && { module }) });
  const naive = new NaiveWindow(spec, clock);
  const observations: Observation[] = [];
  const time = (when: Parameters<typeof timeOf>[0]) => timeOf(when, clock.now(), spec.bucketS);
  const ask = (sinceS: number) => agree(answers(window, sinceS), answers(naive, sinceS));
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
        ask(time(step.since));
    }
  };
  for (const step of steps) play(step);
  ask(clock.now() - spec.retainedS);
  const stored = (known: (observation: Observation) => boolean) => observations.map(known);
  agree(
    stored(({ cell }) => cell >= 0),
    stored(({ naive }) => naive !== null),
  );
}

function agree(got: unknown, expected: unknown): void {
  const mismatches = compare(got, expected);
  if (mismatches.length > 0) throw new Error(`window and naive double differ: ${JSON.stringify(mismatches)}`);
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
