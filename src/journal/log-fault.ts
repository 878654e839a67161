import { ignoreRejection } from "../callbacks";
import type { SinkCounts } from "./sinks";

/** The sink of a log has begun to fail, or takes rows again. */
export interface LogFault extends SinkCounts {
  readonly log: "journal" | "event_log";
  /** Whether it fails now: false once it takes rows again. */
  readonly failing: boolean;
}

/**
 * Is told of faults. It is called after the call of the pool that found the fault has returned, and may call the pool.
 * Errors that it throws, or rejects with, are ignored.
 */
export type LogFaultListener = (fault: LogFault) => unknown;

/**
 * Tells when something begins to fail and when it works again, however often it does either. A fault that is over
 * before it could be told is told once, as over.
 */
export class FaultNotifier {
  readonly #tell: (failing: boolean) => unknown;
  #failing = false;
  #told = false;
  #due = false;
  #telling = false;

  constructor(tell: (failing: boolean) => unknown) {
    this.#tell = tell;
  }

  /** Records whether the sink is failing now. */
  note(failing: boolean): void {
    if (failing === this.#failing && failing === this.#told) return;
    this.#failing = failing;
    // Calls that the listener makes itself wait for the next row: otherwise it could be called for ever.
    if (this.#due || this.#telling) return;
    this.#due = true;
    queueMicrotask(() => this.#tellNow());
  }

  #tellNow(): void {
    this.#due = false;
    this.#told = this.#failing;
    this.#telling = true;
    try {
      ignoreRejection(this.#tell(this.#failing));
    } catch {
      // A listener that fails is its owner's matter.
    } finally {
      this.#telling = false;
    }
  }
}
