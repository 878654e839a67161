import { isThenable } from "../callbacks";
import { errorText } from "../errors";
import { FaultNotifier } from "./log-fault";
import type { RowSink, SinkCounts } from "./sinks";

/** A sink that never throws: what fails is counted, and told. */
export class CountedSink {
  readonly #sink: RowSink;
  readonly #teller: FaultNotifier;
  /** Whether the sink is at work on a row. */
  #busy = false;
  #rows = 0;
  #failed = 0;
  #late = 0;
  #lastError: string | null = null;

  /** @param tell told when the sink begins to fail, and when it works again */
  constructor(sink: RowSink, tell: (failing: boolean, counts: SinkCounts) => unknown = () => {}) {
    this.#sink = sink;
    this.#teller = new FaultNotifier((failing) => tell(failing, this.counts()));
  }

  /** Whether the sink took the row; of a sink that answers later it is not known yet. */
  write(row: string): boolean {
    // Calls of the pool from within its sink would go on for ever, each with a row of its own.
    if (this.#busy) return this.#count(REENTERED);
    this.#busy = true;
    try {
      const answer: unknown = this.#sink.write(row);
      if (isThenable(answer)) this.#awaitAnswer(answer);
      else this.#teller.note(false);
    } catch (error) {
      return this.#count(errorText(error));
    } finally {
      this.#busy = false;
    }
    this.#rows += 1;
    return true;
  }

  /** Tells the sink what its further parts start with. */
  startPartsWith(firstRow: () => string): void {
    try {
      this.#sink.startPartsWith?.(firstRow);
    } catch (error) {
      this.#count(errorText(error));
    }
  }

  /** Counts so far. */
  counts(): SinkCounts {
    return { rows: this.#rows, failed: this.#failed, lastError: this.#lastError };
  }

  /** Rows that failed after `write` had said that they were taken, since this was asked last. */
  takeLate(): number {
    const late = this.#late;
    this.#late = 0;
    return late;
  }

  #awaitAnswer(answer: PromiseLike<unknown>): void {
    Promise.resolve(answer).then(
      () => this.#teller.note(false),
      (error) => {
        this.#rows -= 1;
        this.#late += 1;
        this.#count(errorText(error));
      },
    );
  }

  #count(error: string): false {
    this.#failed += 1;
    this.#lastError = error;
    this.#teller.note(true);
    return false;
  }
}

const REENTERED = "the sink called the pool while it took a row";
