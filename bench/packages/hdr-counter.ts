import { build } from "hdr-histogram-js";
import { type Counter, WINDOW_S } from "./counter";

/** A histogram of hdr-histogram-js for each bucket, in a ring: the package has no window of its own. */
export class HdrCounter implements Counter {
  readonly #ring = Array.from({ length: WINDOW_S + 1 }, () =>
    build({ highestTrackableValue: 200_000, numberOfSignificantValueDigits: 2, autoResize: false }),
  );
  #slot = 0;
  #head = this.#at(0);

  record(tokens: number): void {
    this.#head.recordValue(tokens);
  }

  nextBucket(): void {
    this.#slot = (this.#slot + 1) % this.#ring.length;
    this.#head = this.#at(this.#slot);
    this.#head.reset();
  }

  #at(slot: number) {
    return this.#ring[slot] as ReturnType<typeof build>;
  }
}
