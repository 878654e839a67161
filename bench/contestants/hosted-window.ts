import { checkLength, checkTime } from "../../src/check";
import type { Clock } from "../../src/index";
import type { Shape } from "../../src/parts";

/** Calls that a contestant has to offer: those of the core. */
export interface RawWindow {
  /** The observation's cell (>= 0), or REFUSED. */
  add(a: number, b: number, c: number, atS: number, nowS: number): number;
  /** The cell of the observation from now on, or GONE. */
  replace(cell: number, a: number, b: number, c: number, atS: number, nowS: number): number;
  /** Observations at or after `sinceS`; a cell that the cut goes through counts whole. */
  count(sinceS: number, nowS: number): number;
}

/** Result of `replace` where the observation is no longer kept. */
export const GONE = -2;

/** Requested tokens of an overflow cell: the most, but 0 (open-ended) if either is 0. */
export function mergedRequest(known: number, other: number): number {
  return known === 0 || other === 0 ? 0 : Math.max(known, other);
}

/** A contestant behind the clock and the validation of `DemandWindow`, so that all of them do the same work. */
export class HostedWindow {
  readonly #window: RawWindow;
  readonly #clock: Clock;

  constructor(window: RawWindow, clock: Clock) {
    this.#window = window;
    this.#clock = clock;
  }

  add(shape: Shape, atS?: number): number {
    const nowS = this.#now();
    checkShape(shape);
    if (atS !== undefined) checkTime("atS", atS);
    return this.#window.add(shape[0], shape[1] ?? 0, shape[2] ?? 0, atS ?? nowS, nowS);
  }

  replace(cell: number, atS: number, shape: Shape): number {
    checkShape(shape);
    checkTime("atS", atS);
    return this.#window.replace(cell, shape[0], shape[1] ?? 0, shape[2] ?? 0, atS, this.#now());
  }

  count(sinceS: number): number {
    checkTime("sinceS", sinceS);
    return this.#window.count(sinceS, this.#now());
  }

  #now(): number {
    const nowS = this.#clock.now();
    checkTime("clock.now()", nowS);
    return nowS;
  }
}

function checkShape(shape: Shape): void {
  checkLength("shape[0]", shape[0]);
  if (shape[1] !== undefined) checkLength("shape[1]", shape[1]);
  if (shape[2] !== undefined) checkLength("shape[2]", shape[2]);
}
