import { checkLength, checkTime } from "../../src/check";
import type { Clock, Shape } from "../../src/index";

/** What a contestant has to offer: the core's own way to add. */
export interface RawWindow {
  /** The observation's cell (>= 0), or REFUSED. */
  add(a: number, b: number, c: number, atS: number, nowS: number): number;
}

/** A contestant behind the clock and the validation of `DemandWindow`, so that all of them do the same work. */
export class HostedWindow {
  readonly #window: RawWindow;
  readonly #clock: Clock;

  constructor(window: RawWindow, clock: Clock) {
    this.#window = window;
    this.#clock = clock;
  }

  add(shape: Shape, atS = this.#now()): number {
    checkLength("shape[0]", shape[0]);
    if (shape[1] !== undefined) checkLength("shape[1]", shape[1]);
    if (shape[2] !== undefined) checkLength("shape[2]", shape[2]);
    checkTime("atS", atS);
    return this.#window.add(shape[0], shape[1] ?? 0, shape[2] ?? 0, atS, this.#now());
  }

  #now(): number {
    const nowS = this.#clock.now();
    checkTime("clock.now()", nowS);
    return nowS;
  }
}
