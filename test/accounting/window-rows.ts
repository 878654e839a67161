import { manualClock } from "../../src/index";
import { DemandWindow, type DemandWindowOptions } from "../../src/parts";

/** Before any time: a cut that leaves nothing out. */
export const EVER = -Number.MAX_VALUE;

/** A window of ten seconds with room for two shapes in a bucket, unless `options` say otherwise. */
export function windowAt(startS: number, options: Partial<DemandWindowOptions> = {}) {
  const clock = manualClock(startS);
  return { clock, window: new DemandWindow({ retainedS: 10, bucketS: 1, maxShapes: 2, clock, ...options }) };
}

/** All cells: shape, first, last and count in a row, and only what is out of the ordinary beside it. */
export function rows(window: DemandWindow) {
  return window.cells(EVER).map(({ value, firstS, lastS, count, overflow, lastCertain }) => ({
    cell: [...value, firstS, lastS, count],
    ...(overflow && { overflow }),
    ...(!lastCertain && { lastCertain }),
  }));
}
