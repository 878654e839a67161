import { countWindow, evidenceOfWindow, learnOutputs, priceAnew, priceArrivals } from "./queries";
import {
  record,
  recordAndReprice,
  recordMapByNumber,
  recordMapByString,
  recordOutcomes,
  recordTyped,
} from "./recording";
import { callCore, streamTokens } from "./serving";
import type { Workload } from "./workload";

/** One row of the benchmark. */
export interface Figure {
  /** What it is, for people. */
  readonly title: string;
  readonly workload: () => Workload;
}

/** Every figure by its key, which ends in its unit. */
export const FIGURES = {
  wasm_call_ns: { title: "an empty call into the core", workload: callCore },
  record_50_ns: { title: "record an arrival, 50 shapes a bucket", workload: record(50) },
  record_1000_ns: { title: "record an arrival, 1,000 shapes a bucket", workload: record(1000) },
  record_reprice_ns: { title: "record an arrival and reprice it", workload: recordAndReprice },
  outcome_ns: { title: "record an outcome", workload: recordOutcomes },
  token_ns: { title: "a streamed token, 64 residents", workload: streamTokens },
  count_us: { title: "count a full window, 120 x 129 cells", workload: countWindow },
  evidence_us: { title: "evidence of a full window", workload: evidenceOfWindow },
  price_us: { title: "price full windows for 16 kinds of engines after 20 arrivals", workload: priceArrivals },
  price_anew_us: { title: "the same, with another correction too", workload: priceAnew },
  learn_us: { title: "learn from 480 x 128 cells after a completion", workload: learnOutputs },
  typed_js_50_ns: { title: "record an arrival in TypeScript on typed arrays", workload: recordTyped(50) },
  map_number_50_ns: { title: "record an arrival in a Map by number", workload: recordMapByNumber(50) },
  map_string_50_ns: { title: "record an arrival in a Map by string", workload: recordMapByString(50) },
} as const satisfies Readonly<Record<string, Figure>>;

export type FigureKey = keyof typeof FIGURES;

/** How many times longer a contestant takes than the core, by the figures that are compared. */
export const RATIOS = {
  x_typed_js_50: ["typed_js_50_ns", "record_50_ns"],
  x_map_number_50: ["map_number_50_ns", "record_50_ns"],
  x_map_string_50: ["map_string_50_ns", "record_50_ns"],
} as const satisfies Readonly<Record<string, readonly [FigureKey, FigureKey]>>;
