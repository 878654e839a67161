import type { Demand, DemandGap, EngineProfile } from "../../src/index";
import type { NaiveAccount } from "./naive-account";
import type { NaiveEstimates } from "./naive-estimates";
import { coversPrefill, decodeRps, mean, prefillTime } from "./naive-profile";
import type { NaiveCell } from "./naive-window";

/** Semantics, section 6, word for word; and the tolerance of offers whose size is not known, where there is one. */
export function naivePrice(
  account: NaiveAccount,
  estimates: NaiveEstimates,
  profiles: readonly EngineProfile[],
  { horizonS, correction, tpotSloS }: { horizonS: number; correction: number; tpotSloS: number },
): Demand {
  const { windowS, stepS } = account.config;
  const nowS = account.clock.now();
  const spanS = Math.min(horizonS, Math.max(stepS, nowS - account.startedS));
  const cutS = nowS - horizonS;
  const gaps = new Set<DemandGap>();
  if (profiles.length === 0) gaps.add("no_profiles");
  const unknown = account.unsized.count(cutS) + account.pending;
  const sized = account.arrivals.count(cutS);
  const isTolerated = unknown <= account.config.unsizedTolerance * (sized + unknown);
  const scale = isTolerated && unknown > 0 ? (sized + unknown) / sized : 1;
  if (!isTolerated && account.pending > 0) gaps.add("pending");
  if (!isTolerated && account.unsized.count(cutS) > 0) gaps.add("unsized");

  const prefillSeconds = (cell: NaiveCell): number => {
    const [input] = cell.value;
    if (profiles.every((profile) => coversPrefill(profile, input))) {
      const least = Math.max(...profiles.map(({ prefillMinTokens = 0 }) => prefillMinTokens));
      if (input === 0) return 0;
      return cell.count * mean(profiles.map((profile) => prefillTime(profile, Math.max(input, least))));
    }
    gaps.add("prefill_domain");
    return 0;
  };
  const decodeSeconds = (cell: NaiveCell): number => {
    const [input, requested] = cell.value;
    const output = cell.overflow ? requested || null : estimates.forecast(input, requested);
    if (output === 0) return 0;
    if (output === null) {
      gaps.add("output_unknown");
      return 0;
    }
    const context = input + output / 2;
    const capacity = mean(profiles.map((profile) => decodeRps(profile, tpotSloS, context, output, correction)));
    if (capacity > 0) return cell.count / capacity;
    gaps.add("decode_domain");
    return 0;
  };
  const priced = (cells: readonly NaiveCell[], seconds: (cell: NaiveCell) => number) =>
    profiles.length === 0 ? 0 : (sum(cells.map(seconds)) * scale) / spanS;

  const prefillDemand = priced(account.arrivals.cells(cutS), prefillSeconds);
  const expectedEngines = priced(account.expected.cells(cutS), decodeSeconds);
  const samples = account.residency.cells(nowS - windowS);
  const weighted = sum(samples.map(({ value, count }) => value[0] * count));
  const residentEngines = samples.length === 0 ? 0 : weighted / sum(samples.map(({ count }) => count));
  return {
    prefillDemand,
    decodeDemand: Math.max(residentEngines, expectedEngines),
    residentEngines,
    expectedEngines,
    arrivals: account.arrivals.count(nowS - windowS) + account.unsized.count(nowS - windowS) + account.pending,
    outputObservations: account.observed.count(nowS - 4 * windowS),
    complete: gaps.size === 0,
    gaps: GAP_ORDER.filter((gap) => gaps.has(gap)),
  };
}

const GAP_ORDER: readonly DemandGap[] = [
  "no_profiles",
  "pending",
  "unsized",
  "prefill_domain",
  "output_unknown",
  "decode_domain",
];

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
