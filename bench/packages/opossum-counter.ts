import { EventEmitter } from "node:events";
import CircuitBreaker from "opossum";
import { type Counter, WINDOW_S } from "./counter";

/** The rolling statistics of a circuit breaker of opossum, without the call that it would guard. */
export class OpossumCounter implements Counter {
  readonly #rotation = new EventEmitter();
  readonly #breaker = new CircuitBreaker(async () => {}, {
    rollingCountTimeout: WINDOW_S * 1000,
    rollingCountBuckets: WINDOW_S,
    rotateBucketController: this.#rotation,
    enableSnapshots: false,
  });

  record(tokens: number): void {
    this.#breaker.status.increment("successes", tokens);
  }

  nextBucket(): void {
    this.#rotation.emit("rotate");
  }
}
