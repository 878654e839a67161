import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { checkProfile, type EngineProfile, profileFromJson, resolveConfig } from "../src/index";
import { Accounting, ProfileSet } from "../src/parts";
import { prefillS } from "../src/profile";
import { SteadyClock } from "./workload";

/** Demand where a bucket has more shapes than it keeps, against an account without bounds. */

/** Mixes of real requests: [input, output]. */
export const MIXES = ["azure-conversation", "azure-code", "mooncake-conversation"] as const;
export type Mix = (typeof MIXES)[number];

export const RATES = [10, 100, 1000, 10_000] as const;

export interface OverflowCase {
  readonly mix: Mix;
  /** Requests a second. */
  readonly rate: number;
  readonly overflow: "spec" | "binned";
  readonly windowS?: number;
}

/** Priced demand over the exact one; share of the arrivals beyond all cells; whether output lengths are learned. */
export interface OverflowError {
  readonly prefill: number;
  readonly decode: number;
  readonly complete: boolean;
  readonly overflowShare: number;
  readonly learned: boolean;
}

/** Offers a mix at a rate for one window, and prices it. */
export function overflowError({ mix, rate, overflow, windowS = 120 }: OverflowCase): OverflowError {
  const spans = { windowS, evidenceMaxSpanS: windowS, evidenceSpanS: Math.min(60, windowS) };
  const config = resolveConfig({ ttftSloS: 1, tpotSloS: 0.05, overflow, ...spans });
  const clock = new SteadyClock();
  const startS = clock.timeS;
  const accounting = new Accounting(config, clock);
  const exact = new ExactDemand();
  const rows = lengthsOf(mix);
  const count = rate * windowS;
  for (let i = 0; i < count; i += 1) {
    const nowS = startS + i / rate;
    // A stride without a common divisor visits all rows in an order that has no bursts.
    const [input, output] = rows[(i * 7919) % rows.length] as readonly [number, number];
    const requested = pow4(output);
    accounting.offers.size(accounting.offers.open(nowS), nowS, input, requested);
    accounting.complete(input, requested, output, nowS);
    exact.add(input, requested);
  }
  const nowS = startS + windowS - 1e-3;
  const learned = accounting.learn(nowS);
  const demand = accounting.price(nowS, windowS, new ProfileSet([PROFILE]), 1);
  const seconds = exact.seconds((input, requested) => accounting.expectedOutput(input, requested));
  const spanS = Math.max(config.stepS, nowS - startS);
  const { observations, overflowObservations } = accounting.history(nowS).arrivals;
  return {
    prefill: (demand.prefillDemand * spanS) / seconds.prefill,
    decode: (demand.expectedEngines * spanS) / seconds.decode,
    complete: demand.complete,
    overflowShare: overflowObservations / observations,
    learned,
  };
}

/** Both modes at all rates, in markdown. */
export function overflowTable(): string {
  const head = ["mix", "requests/s", "in overflow", "prefill", "decode", "learned", "binned: prefill", "decode"];
  const rows = MIXES.flatMap((mix) => RATES.map((rate) => overflowRow(mix, rate)));
  return [head, head.map((_, i) => (i === 0 ? "---" : "---:")), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

function overflowRow(mix: Mix, rate: number): string[] {
  const spec = overflowError({ mix, rate, overflow: "spec" });
  const binned = overflowError({ mix, rate, overflow: "binned" });
  const times = (ratio: number) => ratio.toFixed(3);
  const share = `${Math.round(100 * spec.overflowShare)}%`;
  const learned = spec.learned ? "yes" : "no";
  const modes = [times(spec.prefill), times(spec.decode), learned, times(binned.prefill), times(binned.decode)];
  return [mix, rate.toLocaleString("en-US"), share, ...modes];
}

/** Every shape of a window with its count: no bounds, no bins. */
class ExactDemand {
  readonly #counts = new Map<number, Map<number, number>>();

  add(input: number, requested: number): void {
    const counts = this.#counts.get(input) ?? new Map<number, number>();
    this.#counts.set(input, counts);
    counts.set(requested, (counts.get(requested) ?? 0) + 1);
  }

  seconds(outputOf: (input: number, requested: number) => number): { prefill: number; decode: number } {
    let prefill = 0;
    let decode = 0;
    for (const [input, counts] of this.#counts) {
      for (const [requested, count] of counts) {
        prefill += count * prefillS(PROFILE, input);
        decode += count * decodeS(PROFILE, input, outputOf(input, requested));
      }
    }
    return { prefill, decode };
  }
}

/** Engine-seconds of decode (semantics, section 6), with the profile's bounds far away. */
function decodeS(profile: EngineProfile, input: number, output: number): number {
  const { tpotSlope, tpotIntercept, tpotRequestSlope, decodeMaxRequests, decodeMaxKvTokens } = profile;
  const context = input + output / 2;
  const step = tpotRequestSlope + tpotSlope * context;
  let best = Math.min(decodeMaxRequests, Math.floor((0.05 - tpotIntercept) / step));
  best = Math.min(best, Math.max(1, Math.trunc(decodeMaxKvTokens / context)));
  return (output * (step * best + tpotIntercept)) / best;
}

/** The H100 that the package ships, its bounds lifted far enough for all three mixes. */
const PROFILE = checkProfile("gpu", {
  ...profileFromJson(JSON.parse(readFileSync(new URL("../data/h100-tp8-llama2-70b.json", import.meta.url), "utf8"))),
  tpotSlope: 1e-8,
  prefillMaxTokens: 262_144,
  decodeMaxKvTokens: 4_000_000,
  kvCapacityTokens: 4_000_000,
});

const loaded = new Map<Mix, (readonly [number, number])[]>();

/** The rows of a mix. */
export function lengthsOf(mix: Mix): (readonly [number, number])[] {
  let rows = loaded.get(mix);
  if (!rows) {
    const text = gunzipSync(readFileSync(new URL(`mixes/${mix}.csv.gz`, import.meta.url))).toString();
    rows = text
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => line.split(",").map(Number) as [number, number]);
    loaded.set(mix, rows);
  }
  return rows;
}

/** The next of 16, 64, 256, 1024, 4096: what a client asks for, where the trace is silent. */
export function pow4(output: number): number {
  let requested = 16;
  while (requested < output && requested < 4096) requested *= 4;
  return Math.max(requested, output);
}
