declare module "opossum" {
  import type { EventEmitter } from "node:events";

  /** The part that is used here; the package has no types, and DefinitelyTyped's lack `increment`. */
  export default class CircuitBreaker {
    constructor(action: () => Promise<void>, options: CircuitBreakerOptions);
    readonly status: { increment(event: "successes", latencyMs: number): void };
  }

  interface CircuitBreakerOptions {
    readonly rollingCountTimeout: number;
    readonly rollingCountBuckets: number;
    readonly rotateBucketController: EventEmitter;
    readonly enableSnapshots: boolean;
  }
}
