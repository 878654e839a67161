import { LEVEL } from "./series";
import type { SimulationContext } from "./simulation-context";
import { WaitingLine } from "./waiting-line";

/** Requests that wait for prefill: first in, first out, or those last that will miss their TTFT anyway (`lateLane`). */
export class PrefillLine {
  readonly #inTime: WaitingLine;
  readonly #late: WaitingLine;
  readonly #lateEvery: number;
  readonly #isLate: (request: number) => boolean;
  /** Requests that were served before a late one since the last of these. */
  #passed = 0;

  /** @param isLate whether a request would miss its TTFT if it were served next: once so, it is so for good */
  constructor({ series, options }: SimulationContext, isLate: (request: number) => boolean) {
    this.#inTime = new WaitingLine(series, LEVEL.prefillLine);
    this.#late = new WaitingLine(series, LEVEL.prefillLine);
    this.#lateEvery = options.lateEvery;
    this.#isLate = options.lateLane ? isLate : () => false;
  }

  get size(): number {
    return this.#inTime.size + this.#late.size;
  }

  /** All of them, in the order in which they would be served. */
  requests(): readonly number[] {
    return [...this.#inTime.requests(), ...this.#late.requests()];
  }

  /** Joins the end of the line. */
  push(request: number): void {
    this.#inTime.push(request);
  }

  /** The one to be served next; undefined: nobody waits. */
  next(): number | undefined {
    // Each request changes over once.
    let first = this.#inTime.at(0);
    for (; first !== undefined && this.#isLate(first); first = this.#inTime.at(0)) {
      this.#inTime.removeAt(0);
      this.#late.push(first);
    }
    const late = this.#late.at(0);
    const isLateTurn = first === undefined || this.#passed >= this.#lateEvery - 1;
    return late !== undefined && isLateTurn ? late : first;
  }

  /** Takes the one that is served next out. */
  take(request: number): void {
    if (this.#late.at(0) === request) {
      this.#late.removeAt(0);
      this.#passed = 0;
      return;
    }
    this.#inTime.removeAt(0);
    if (this.#late.size > 0) this.#passed++;
  }

  /** Takes a request out, wherever it stands. */
  remove(request: number): void {
    if (!this.#inTime.remove(request)) this.#late.remove(request);
  }
}
