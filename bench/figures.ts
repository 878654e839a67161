import { decideAfter, decideOnNewProfiles, passOver } from "./deciding";
import { recordFlood, requestFlood } from "./flood";
import { recordInCockatiel, recordInHdrHistogram, recordInOpossum, recordInPromClient } from "./packages/record";
import { readState, recordInPools, serveRequests } from "./pools";
import { learnOutputs, priceAnew, priceArrivals, priceArrivalsIn } from "./pricing";
import { countWindow, evidenceOfWindow } from "./queries";
import { record, recordAndReprice, recordOutcomes } from "./recording";
import { replayHourS } from "./replaying";
import { callCore, streamTokens } from "./serving";
import { createFirstPoolMs, createWarmPoolMs, entryGzipBytes, memoryBytes, wasmBytes } from "./sizes";
import {
  binned,
  core,
  mapByNumber,
  mapByNumberAccount,
  mapByString,
  mapByStringAccount,
  typed,
  typedAccount,
} from "./windows";
import type { Workload } from "./workload";

/** One row of the benchmark: something to time over and over, or a value that is taken once. */
export type Figure = {
  /** Its meaning, for people. */
  readonly title: string;
} & ({ readonly workload: () => Workload } | { readonly value: () => number });

/** Every figure by its key, which ends in its unit. */
export const FIGURES = {
  wasm_call_ns: { title: "an empty call into the core", workload: callCore },
  record_50_ns: { title: "record an arrival, 50 shapes a bucket", workload: record(50, core) },
  record_1000_ns: { title: "record an arrival, 1,000 shapes a bucket", workload: record(1000, core) },
  record_1000_binned_ns: { title: "the same with bins", workload: record(1000, binned) },
  record_reprice_ns: { title: "record an arrival and reprice it", workload: recordAndReprice(core) },
  record_new_ns: { title: "record an arrival of a new shape", workload: recordFlood("ordinary") },
  record_flood_ns: {
    title: "the same, of shapes that an unseeded hash cannot tell apart",
    workload: recordFlood("colliding"),
  },
  outcome_ns: { title: "record an outcome", workload: recordOutcomes },
  request_ns: { title: "a whole request: open, size, reprice, complete", workload: serveRequests },
  request_new_ns: {
    title: "open and size a request of a new shape, passes included",
    workload: requestFlood("ordinary"),
  },
  request_flood_ns: {
    title: "the same, of shapes that an unseeded hash cannot tell apart",
    workload: requestFlood("colliding"),
  },
  token_ns: { title: "a streamed token, 64 residents", workload: streamTokens },
  one_pool_ns: { title: "open and size a request, one pool", workload: recordInPools(1) },
  five_pools_ns: { title: "open and size a request, five pools in turn", workload: recordInPools(5) },
  count_us: { title: "count a full window, 120 x 129 cells", workload: countWindow(core) },
  evidence_us: { title: "evidence of a full window", workload: evidenceOfWindow },
  decide_idle_us: { title: "demand and 3 scores, 16 engines, full windows, unchanged", workload: () => decideAfter(0) },
  decide_20_us: { title: "the same after 20 requests", workload: () => decideAfter(20) },
  decide_2000_us: { title: "the same after 2,000 requests", workload: () => decideAfter(2000) },
  decide_profiles_us: { title: "the same right after all profiles changed", workload: decideOnNewProfiles },
  pass_us: { title: "a pass that decides, 2,000 requests after the last", workload: passOver },
  price_us: { title: "price full windows for 16 kinds of engines, 20 requests", workload: priceArrivals },
  price_anew_us: { title: "the same, with another correction too", workload: priceAnew },
  learn_us: { title: "learn from 480 x 128 cells after a completion", workload: learnOutputs },
  state_us: { title: "the state document, 16 engines, full windows", workload: readState },
  memory_bytes: { title: "memory of the core, at the defaults", value: memoryBytes },
  create_ms: { title: "a pool of 16 engines", value: createWarmPoolMs },
  create_first_ms: { title: "the first one of a process, the core compiled", value: createFirstPoolMs },
  wasm_bytes: { title: "core.wasm", value: wasmBytes },
  entry_gzip_bytes: { title: "the main entry, minified and gzipped", value: entryGzipBytes },
  replay_hour_s: { title: "replay an hour, some 19,000 requests (the shipped trace, tiled)", value: replayHourS },
  typed_js_50_ns: { title: "record_50 in TypeScript on typed arrays", workload: record(50, typed) },
  map_number_50_ns: { title: "record_50 in a Map by number", workload: record(50, mapByNumber) },
  map_string_50_ns: { title: "record_50 in a Map by string", workload: record(50, mapByString) },
  typed_js_reprice_ns: { title: "record_reprice in TypeScript on typed arrays", workload: recordAndReprice(typed) },
  map_number_reprice_ns: { title: "record_reprice in a Map by number", workload: recordAndReprice(mapByNumber) },
  map_string_reprice_ns: { title: "record_reprice in a Map by string", workload: recordAndReprice(mapByString) },
  typed_js_count_us: { title: "count in TypeScript on typed arrays", workload: countWindow(typed) },
  map_number_count_us: { title: "count in a Map by number", workload: countWindow(mapByNumber) },
  map_string_count_us: { title: "count in a Map by string", workload: countWindow(mapByString) },
  typed_js_price_us: { title: "price in TypeScript on typed arrays", workload: priceArrivalsIn(typedAccount) },
  map_number_price_us: { title: "price in a Map by number", workload: priceArrivalsIn(mapByNumberAccount) },
  map_string_price_us: { title: "price in a Map by string", workload: priceArrivalsIn(mapByStringAccount) },
  opossum_ns: { title: "count a request in opossum's rolling stats", workload: recordInOpossum },
  hdr_histogram_ns: { title: "the same in a ring of hdr-histogram-js", workload: recordInHdrHistogram },
  prom_client_ns: { title: "the same in prom-client's sliding Summary", workload: recordInPromClient },
  cockatiel_ns: { title: "the same in cockatiel's SamplingBreaker", workload: recordInCockatiel },
} as const satisfies Readonly<Record<string, Figure>>;

export type FigureKey = keyof typeof FIGURES;
