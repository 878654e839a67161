import { Summary } from "prom-client";
import { type Counter, WINDOW_S } from "./counter";

/** A sliding Summary of prom-client, at its customary five age buckets, on the machine's clock. */
export class PromCounter implements Counter {
  readonly #summary = new Summary({
    name: "prompt_tokens",
    help: "Prompt tokens.",
    maxAgeSeconds: WINDOW_S,
    ageBuckets: 5,
    registers: [],
  });

  record(tokens: number): void {
    this.#summary.observe(tokens);
  }
}
