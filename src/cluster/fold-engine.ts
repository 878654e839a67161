import type { Engine } from "../fleet/engine";
import type { PrefillPriceState } from "../fleet/prefill-price";
import { DecodeModel, TokenGaps, type TokenGapsState } from "../fleet/token-gaps";
import { prefillS } from "../profile";
import type { EnginePart } from "./member-header";

/** Measurements of an engine by all routers in an interval. `engine` has their means of the last one. */
export function foldMeasured(engine: Engine, parts: readonly EnginePart[], cutS: number) {
  return {
    price: foldPrice(engine.meanPrefillPriceS, parts, cutS),
    gaps: foldGaps(engine, parts),
  };
}

/** The part of a router that has said nothing since the last cut: its residents are as they were, without gaps. */
export function unmeasured(engine: Engine, part: EnginePart, beforeS: number, cutS: number): EnginePart {
  const { profile } = engine;
  const priceS = profile
    ? part.prefill.reduce((sum, { prefillTokens }) => sum + prefillS(profile, prefillTokens), 0)
    : 0;
  const price = { meanS: 0, integral: priceS * (cutS - beforeS), intervalStartS: beforeS, integratedToS: cutS };
  return { ...part, price, gaps: { ...new TokenGaps().exportState(null), mixed: part.gaps.mixed } };
}

function foldPrice(meanS: number, parts: readonly EnginePart[], cutS: number): PrefillPriceState {
  let integral = 0;
  let intervalStartS = cutS;
  for (const { price } of parts) {
    integral += price.integral;
    intervalStartS = Math.min(intervalStartS, price.intervalStartS);
  }
  return { meanS, integral, intervalStartS, integratedToS: cutS };
}

/**
 * Gaps add up. What is beside them does not: a router sees its own residents only, and the engine steps all of them at
 * once. So the mean residents of the routers are added up.
 */
function foldGaps(engine: Engine, parts: readonly EnginePart[]): TokenGapsState {
  const sum = (of: (gaps: TokenGapsState) => number) => parts.reduce((total, { gaps }) => total + of(gaps), 0);
  const count = sum((gaps) => gaps.count);
  const beside = (of: (gaps: TokenGapsState) => number) => sum((gaps) => (gaps.count > 0 ? of(gaps) / gaps.count : 0));
  const sumS = sum((gaps) => gaps.sumS);
  const tokens = beside((gaps) => gaps.tokenSum);
  const requests = beside((gaps) => gaps.requestSum);
  return {
    meanS: engine.meanGapS,
    sumS,
    count,
    ...foldRatios(engine, parts, { sumS, count, tokens, requests }),
    boundedSumS: sum((gaps) => gaps.boundedSumS),
    tokenSum: tokens * count,
    requestSum: requests * count,
    mixed: parts.some(({ gaps, prefill }) => gaps.mixed || prefill.length > 0),
    lastPrefillChangeS: Math.max(Number.NEGATIVE_INFINITY, ...parts.map(({ gaps }) => gaps.lastPrefillChangeS)),
  };
}

interface GapSums {
  readonly sumS: number;
  readonly count: number;
  readonly tokens: number;
  readonly requests: number;
}

/** Gaps to what the model expects of all residents. Where one router has the engine to itself its own ratios are exact. */
function foldRatios({ profile }: Engine, parts: readonly EnginePart[], sums: GapSums) {
  const sharing = parts.filter(({ gaps, decodeRequests }) => gaps.count > 0 || decodeRequests > 0);
  const only = sharing[0];
  if (sharing.length === 1 && only) return { ratioSum: only.gaps.ratioSum, ratioCount: only.gaps.ratioCount };
  const expectedS = profile ? new DecodeModel(profile).intervalS(sums.tokens, sums.requests) : 0;
  return expectedS > 0 ? { ratioSum: sums.sumS / expectedS, ratioCount: sums.count } : { ratioSum: 0, ratioCount: 0 };
}
