import { CircuitState, SamplingBreaker } from "cockatiel";
import { type Counter, WINDOW_S } from "./counter";

/** The sampling window of cockatiel's breaker. It counts by outcome only, on the machine's clock. */
export class CockatielCounter implements Counter {
  readonly #breaker = new SamplingBreaker({ threshold: 0.5, duration: WINDOW_S * 1000 });

  record(): void {
    this.#breaker.success(CircuitState.Closed);
  }
}
