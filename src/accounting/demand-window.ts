import { checkClock, checkLength, checkTime, isLength, isPositive, ownFields } from "../check";
import { type Clock, monotonicClock } from "../clock";
import { ArgumentError, ConfigError } from "../errors";
import type { CellRow } from "../wasm/cell-rows";
import { Core } from "../wasm/core";
import { type MergeRule, REFUSED_CELL, shapeCells, type WindowRegion } from "../wasm/window-region";

/** Options of a demand window that stands alone. */
export interface DemandWindowOptions {
  /** How long observations are kept, in seconds, > 0. */
  readonly retainedS: number;
  /** Width of a bucket in seconds, > 0. */
  readonly bucketS: number;
  /** Exact shapes of one bucket, 1 .. 1024, beyond which observations share one overflow cohort. Default 128. */
  readonly maxShapes?: number;
  /**
   * Geometric bins of one bucket, 0 .. 1024, that observations beyond the exact shapes go to before they share the
   * overflow cohort: lengths are rounded up, by 1/24 at most. Default 0.
   */
  readonly bins?: number;
  /** Rule for the shape of an overflow cohort when another joins it. Default `max`, field by field. */
  readonly merge?: Exclude<MergeRule, "real">;
  /** Default: the monotonic clock. */
  readonly clock?: Clock;
  /** The compiled core, where compiling at run time is forbidden (`narwhal-slo/core.wasm`). */
  readonly module?: WebAssembly.Module;
  /** Bound on the window's memory in bytes. Default 256 MiB. */
  readonly maxMemoryBytes?: number;
}

/** Contents of a window. */
export interface WindowSummary {
  readonly bucketS: number;
  readonly retainedS: number;
  /** The most cells that it can hold. */
  readonly cellLimit: number;
  /** Cells that it holds now, overflow cells too. */
  readonly cells: number;
  /** Observations of the last `retainedS`. */
  readonly observations: number;
  /** The part of them that shares overflow cells. */
  readonly overflowObservations: number;
  /** Observations that it was ever given: `observations = recorded - refused - expired`. */
  readonly recorded: number;
  /** Those that were older than it keeps when they came. */
  readonly refused: number;
  /** Those that are older than it keeps by now. Fewer again where the clock has stepped back. */
  readonly expired: number;
}

/** Result of `DemandWindow.add` for an observation that is older than the window keeps: nothing was stored. */
export const REFUSED = REFUSED_CELL;

/**
 * A sliding count of observations by exact shape in bounded memory (semantics, section 1). A shape is one to three
 * whole numbers, 0 .. 2^32 - 1; leave out the ones you do not use.
 *
 * @example
 * const window = new DemandWindow({ retainedS: 60, bucketS: 1 });
 * const cell = window.add([812], 17.3);  // 812 tokens at 17.3 s
 * window.replace(cell, 17.3, [847]);     // it was 847
 * window.count(0);                       // 1
 */
export class DemandWindow {
  readonly #region: WindowRegion;
  readonly #clock: Clock;
  readonly #overflowCell: number;

  /**
   * @throws ConfigError for an option out of its range, MemoryError when the window would exceed `maxMemoryBytes`
   */
  constructor(options: DemandWindowOptions) {
    const { retainedS, bucketS, maxShapes = 128, merge = "max", bins = 0, ...others } = ownFields("options", options);
    const { maxMemoryBytes = 256 * 2 ** 20, clock = monotonicClock(), module } = others;
    checkClock(clock);
    const positive = (field: string, value: number) => {
      if (!(isPositive(value) && Number.isFinite(value))) throw new ConfigError(field, "must be > 0 s", value);
    };
    positive("retainedS", retainedS);
    positive("bucketS", bucketS);
    if (!(Number.isInteger(maxShapes) && maxShapes >= 1 && maxShapes <= 1024)) {
      throw new ConfigError("maxShapes", "must be whole, 1 .. 1024", maxShapes);
    }
    if (!["max", "expected", "first"].includes(merge)) {
      throw new ConfigError("merge", "must be max, expected or first", merge);
    }
    if (!(Number.isInteger(bins) && bins >= 0 && bins <= 1024)) {
      throw new ConfigError("bins", "must be whole, 0 .. 1024", bins);
    }
    const plan = { windows: [{ retainedS, bucketS, maxShapes, bins, merge }] };
    this.#clock = clock;
    this.#region = new Core(plan, this.#now(), maxMemoryBytes, module).windows[0] as WindowRegion;
    this.#overflowCell = shapeCells(this.#region.spec);
  }

  /**
   * Counts one observation.
   *
   * @param atS its time in seconds; by default now
   * @returns the number of the cell that counts it (>= 0), for `replace`; or REFUSED
   * @throws ArgumentError, TimeError
   */
  add(shape: Shape, atS?: number): number {
    const nowS = this.#now();
    let a: number;
    let b: number;
    let c: number;
    try {
      a = shape[0];
      b = second(shape);
      c = third(shape);
    } catch (cause) {
      throw unreadable(shape, cause);
    }
    checkShape(a, b, c);
    if (atS !== undefined) checkTime("atS", atS);
    return this.#region.add(a, b, c, atS ?? nowS, nowS);
  }

  /**
   * Reprices one observation at its original time.
   *
   * @param cell what `add` (or the last `replace`) returned for it
   * @param atS its original time
   * @returns its cell from now on, or a negative number: it is no longer kept, and nothing changed
   * @throws ArgumentError, TimeError
   */
  replace(cell: number, atS: number, shape: Shape): number {
    let a: number;
    let b: number;
    let c: number;
    try {
      a = shape[0];
      b = second(shape);
      c = third(shape);
    } catch (cause) {
      throw unreadable(shape, cause);
    }
    checkShape(a, b, c);
    checkTime("atS", atS);
    if (!(isLength(cell) && cell <= this.#overflowCell)) throw noCell(cell);
    return this.#region.replace(cell, a, b, c, atS, this.#now());
  }

  /** Drops what is due now. Recording does so by itself; an idle window may be pruned to the same effect. */
  prune(): void {
    this.#region.prune(this.#now());
  }

  /** Observations at or after `sinceS`; a cell that the cut goes through counts whole. */
  count(sinceS: number): number {
    checkTime("sinceS", sinceS);
    return this.#region.count(sinceS, this.#now());
  }

  /** How many observations are known to lie at or after `sinceS`, and the oldest of them (null: none). */
  evidence(sinceS: number): { count: number; oldestS: number | null } {
    checkTime("sinceS", sinceS);
    return this.#region.evidence(sinceS, this.#now());
  }

  /** The cells whose last observation lies at or after `sinceS`. Unused numbers of a shape are 0. */
  cells(sinceS: number): CellRow[] {
    checkTime("sinceS", sinceS);
    return this.#region.cells(sinceS, this.#now());
  }

  /** Contents of the window now. */
  summary(): WindowSummary {
    return summarize(this.#region, this.#now());
  }

  #now(): number {
    const nowS = this.#clock.now();
    checkTime("clock.now()", nowS);
    return nowS;
  }
}

/** One to three whole numbers, 0 .. 2^32 - 1. */
export type Shape = readonly [a: number, b?: number, c?: number];

/** Contents of a window of the core at `nowS`. */
export function summarize(region: WindowRegion, nowS: number): WindowSummary {
  const { bucketS, retainedS } = region.spec;
  const observations = region.count(nowS - retainedS, nowS);
  const { cells, held, recorded, refused, expired } = region.flow(nowS);
  return {
    bucketS,
    retainedS,
    cellLimit: (Math.ceil(retainedS / bucketS) + 1) * (shapeCells(region.spec) + 1),
    cells,
    observations,
    overflowObservations: region.overflow(nowS - retainedS).count,
    recorded,
    refused,
    expired: expired + held - observations,
  };
}

/** A shape has one to three numbers; those that are left out are 0. V8 takes 1 ns to find that an array ends before. */
function second(shape: Shape): number {
  return shape.length > 1 && shape[1] !== undefined ? shape[1] : 0;
}

function third(shape: Shape): number {
  return shape.length > 2 && shape[2] !== undefined ? shape[2] : 0;
}

function unreadable(shape: unknown, cause: unknown): ArgumentError {
  return new ArgumentError("shape", "must be one to three whole numbers", shape, undefined, { cause });
}

function noCell(cell: unknown): ArgumentError {
  return new ArgumentError("cell", "must be a cell (>= 0) that add or replace returned", cell);
}

function checkShape(a: number, b: number, c: number): void {
  if (!(isLength(a) && isLength(b) && isLength(c))) refuseShape(a, b, c);
}

function refuseShape(a: number, b: number, c: number): void {
  checkLength("shape[0]", a);
  checkLength("shape[1]", b);
  checkLength("shape[2]", c);
}
