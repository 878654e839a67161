import type { BucketSeries, LEVEL } from "./series";

/** Requests that wait, in order. They count into a level of the series. */
export class WaitingLine {
  readonly #series: BucketSeries;
  readonly #level: (typeof LEVEL)["prefillLine" | "decodeLine"];
  #requests: number[] = [];
  // Taking the first one moves this mark only: an overloaded fleet has a long line.
  #head = 0;

  constructor(series: BucketSeries, level: (typeof LEVEL)["prefillLine" | "decodeLine"]) {
    this.#series = series;
    this.#level = level;
  }

  get size(): number {
    return this.#requests.length - this.#head;
  }

  /** The request at a place, 0 being the first; undefined: nobody is there. */
  at(place: number): number | undefined {
    return this.#requests[this.#head + place];
  }

  /** All of them, the first one first. */
  requests(): readonly number[] {
    return this.#requests.slice(this.#head);
  }

  /** Joins the end of the line. */
  push(request: number): void {
    this.#requests.push(request);
    this.#series.change(this.#level, 1);
  }

  /** Takes the request at a place out. */
  removeAt(place: number): void {
    if (place > 0) this.#requests.splice(this.#head + place, 1);
    else this.#head++;
    if (this.#head > this.#requests.length / 2) this.#dropServed();
    this.#series.change(this.#level, -1);
  }

  /** Takes a request out, wherever it stands. False: it is not there. */
  remove(request: number): boolean {
    const index = this.#requests.indexOf(request, this.#head);
    if (index < 0) return false;
    this.removeAt(index - this.#head);
    return true;
  }

  #dropServed(): void {
    this.#requests = this.requests().slice();
    this.#head = 0;
  }
}
