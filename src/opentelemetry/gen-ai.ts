import type { Attributes, Histogram, Meter } from "@opentelemetry/api";
import { ArgumentError } from "../errors";

/** Attributes that the GenAI conventions require of a server's metrics; others may stand beside them. */
export interface GenAiAttributes extends Attributes {
  /** `chat`, `text_completion`, or another operation of the conventions. */
  readonly "gen_ai.operation.name": string;
  /** The provider as the conventions name it, or a custom name. */
  readonly "gen_ai.provider.name": string;
  /** The model that a request asks for, if it is known. */
  readonly "gen_ai.request.model"?: string;
}

/** Options of the histograms. */
export interface GenAiOptions {
  /** Attributes of every request. Values that a client can choose have no place here: each makes a series. */
  readonly attributes: GenAiAttributes;
}

/** Measurements of a request, as its handle has them. */
export interface GenAiRequest {
  /** How it ended, as `RequestHandle.state` has it. */
  readonly state: string;
  /** Seconds to its first token; null if there was none. */
  readonly ttftS: number | null;
  /** Seconds per output token after the first; null with fewer than two. */
  readonly tpotS: number | null;
}

/** Boundaries that the conventions advise, in seconds. */
const TTFT_BOUNDS_S = [0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const TPOT_BOUNDS_S = [0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5];

/**
 * The server histograms of OpenTelemetry's GenAI conventions: `gen_ai.server.time_to_first_token` and
 * `gen_ai.server.time_per_output_token`, in seconds, of requests that completed.
 *
 * @example
 * const genAi = new GenAiServerMetrics(meter, {
 *   attributes: { "gen_ai.operation.name": "chat", "gen_ai.provider.name": "vllm", "gen_ai.request.model": "llama" },
 * });
 * request.complete();
 * genAi.record(request);
 */
export class GenAiServerMetrics {
  readonly #attributes: GenAiAttributes;
  readonly #ttft: Histogram;
  readonly #tpot: Histogram;

  /** @throws ArgumentError where a required attribute is missing */
  constructor(meter: Meter, { attributes }: GenAiOptions) {
    for (const name of ["gen_ai.operation.name", "gen_ai.provider.name"]) {
      const value = attributes?.[name];
      if (typeof value !== "string" || value === "") throw new ArgumentError(name, "must be a name", value);
    }
    this.#attributes = { ...attributes };
    this.#ttft = meter.createHistogram("gen_ai.server.time_to_first_token", {
      description: "Time to generate first token for successful responses.",
      unit: "s",
      advice: { explicitBucketBoundaries: TTFT_BOUNDS_S },
    });
    this.#tpot = meter.createHistogram("gen_ai.server.time_per_output_token", {
      description: "Time per output token generated after the first token for successful responses.",
      unit: "s",
      advice: { explicitBucketBoundaries: TPOT_BOUNDS_S },
    });
  }

  /** Records a request that has ended: a handle after `complete()`. One that did not complete is left out. */
  record({ state, ttftS, tpotS }: GenAiRequest): void {
    if (state !== "completed") return;
    if (ttftS !== null) this.#ttft.record(ttftS, this.#attributes);
    if (tpotS !== null) this.#tpot.record(tpotS, this.#attributes);
  }
}
