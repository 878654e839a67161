import { manualClock } from "../../src/index";
import { DemandWindow, type Shape } from "../../src/parts";
import type { Replayer } from "./replayer";

/** window-*: adds, repricings and queries of one demand window. */
export const windowReplayer: Replayer = {
  start(header) {
    const clock = manualClock(header.start);
    const window = new DemandWindow({
      retainedS: header.retained_s,
      bucketS: header.bucket_s,
      maxShapes: header.max_shapes,
      merge: header.merge,
      clock,
    });
    const observations = new Map<number, { cell: number; atS: number }>();
    return (operation) => {
      clock.set(operation.t);
      const atS = operation.at ?? operation.t;
      switch (operation.op) {
        case "add": {
          const cell = window.add(operation.value as Shape, atS);
          observations.set(operation.id, { cell, atS });
          return { accepted: cell >= 0 };
        }
        case "replace": {
          const observation = observations.get(operation.id);
          if (!observation || observation.cell < 0) return {};
          const cell = window.replace(observation.cell, observation.atS, operation.value as Shape);
          observations.set(operation.id, { cell, atS: observation.atS });
          return {};
        }
        case "prune":
          window.prune();
          return {};
        default:
          return check(window, operation.since, header.arity);
      }
    };
  },
};

function check(window: DemandWindow, sinceS: number, arity: number): unknown {
  const evidence = window.evidence(sinceS);
  const summary = window.summary();
  const rows = window
    .cells(sinceS)
    .map((cell) => [
      ...cell.value.slice(0, arity),
      cell.firstS,
      cell.lastS,
      cell.count,
      Number(cell.overflow),
      Number(cell.lastCertain),
    ])
    .sort(byNumbers);
  return {
    count: window.count(sinceS),
    evidence: [evidence.count, evidence.oldestS],
    n_rows: rows.length,
    rows,
    summary: {
      bucket_s: summary.bucketS,
      retained_s: summary.retainedS,
      cell_limit: summary.cellLimit,
      cells: summary.cells,
      observations: summary.observations,
      overflow_observations: summary.overflowObservations,
    },
  };
}

function byNumbers(a: number[], b: number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] as number) - (b[at] as number);
}
