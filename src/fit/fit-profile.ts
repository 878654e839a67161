import type { EngineProfile } from "../profile";
import { checkProfile } from "../profile";
import { type Fit, type FitPoint, fitPoints, predicted } from "./least-squares";
import { type DecodePoint, type Measured, MeasurementError, type PrefillPoint } from "./measurements";

/** A fitted profile, and what can be said of it. */
export interface FittedProfile {
  readonly profile: EngineProfile;
  readonly prefill: Fit;
  readonly decode: Fit;
  /** Warnings for the reader of the profile. */
  readonly warnings: readonly string[];
}

/** Points beyond the number of coefficients, below which a fit says little. */
const SPARE_POINTS = 3;
/** Terms whose condition is above this cannot be told apart by the points. */
const MAX_CONDITION = 1000;
/** Relative error from which a fit is doubtful. */
const MAX_HELD_OUT = 0.15;

/** Terms of a prefill time: x^2, x and 1, weighted so that relative errors count. */
export function prefillPoint({ inputTokens, seconds }: PrefillPoint): FitPoint {
  return { terms: [inputTokens ** 2, inputTokens, 1], value: seconds, weight: 1 / seconds };
}

/** Terms of a token interval: KV tokens, requests and 1. */
export function decodePoint({ kvTokens, requests, seconds }: DecodePoint): FitPoint {
  return { terms: [kvTokens, requests, 1], value: seconds, weight: 1 };
}

/**
 * Fits a profile (semantics, section 4) from measurements. It holds inside what was measured.
 *
 * @throws MeasurementError where there are too few different points
 */
export function fitProfile(prefill: Measured<PrefillPoint>, decode: Measured<DecodePoint>): FittedProfile {
  demandPoints("prefill", new Set(prefill.points.map(({ inputTokens }) => inputTokens)).size);
  demandPoints("decode", new Set(decode.points.map(({ requests, kvTokens }) => `${requests}:${kvTokens}`)).size);
  const prefillFit = fitPoints(prefill.points.map(prefillPoint));
  const decodeFit = fitPoints(decode.points.map(decodePoint));
  return {
    profile: profileOf(prefill.points, decode.points, prefillFit, decodeFit),
    prefill: prefillFit,
    decode: decodeFit,
    warnings: [
      ...leftOut(prefill.batched, "prefill", "hold several prompts"),
      ...leftOut(decode.saturated, "decode", "are saturated or hold prefills"),
      ...tooShort("prefill", prefill.points),
      ...tooShort("decode", decode.points),
      ...doubts("prefill", prefill.points.length, prefillFit, ["ttft_a", "ttft_b", "ttft_c"]),
      ...doubts("decode", decode.points.length, decodeFit, ["tpot_slope", "tpot_request_slope", "tpot_intercept"]),
    ],
  };
}

function demandPoints(phase: string, points: number): void {
  if (points >= 4) return;
  throw new MeasurementError(phase, `needs at least 4 different points for 3 coefficients, got ${points}`);
}

function profileOf(
  prefill: readonly PrefillPoint[],
  decode: readonly DecodePoint[],
  prefillFit: Fit,
  decodeFit: Fit,
): EngineProfile {
  const [ttftA, ttftB, ttftC] = prefillFit.coefficients as [number, number, number];
  const [tpotSlope, tpotRequestSlope, tpotIntercept] = decodeFit.coefficients as [number, number, number];
  const inputs = prefill.map(({ inputTokens }) => inputTokens);
  const requests = decode.map((point) => point.requests);
  const kvTokens = decode.map((point) => point.kvTokens);
  return checkProfile("(fit)", {
    ttftA,
    ttftB,
    ttftC,
    tpotSlope,
    tpotRequestSlope,
    tpotIntercept,
    decodeMinRequests: Math.ceil(Math.min(...requests)),
    decodeMaxRequests: Math.floor(Math.max(...requests)),
    decodeMinKvTokens: lowerBound(kvTokens, (tokens) => predicted([tokens, 1, 1], decodeFit.coefficients)),
    decodeMaxKvTokens: Math.floor(Math.max(...kvTokens)),
    prefillMinTokens: lowerBound(inputs, (tokens) => predicted([tokens ** 2, tokens, 1], prefillFit.coefficients)),
    prefillMaxTokens: Math.floor(Math.max(...inputs)),
    decodeFitMape: decodeFit.mape,
    decodeCvMape: decodeFit.heldOutMape,
  });
}

/**
 * The smallest measured length; 1 where the time hardly falls below it, so that the constant says it all. Real requests
 * are often shorter than measured ones, and what lies outside has no price.
 */
function lowerBound(lengths: readonly number[], secondsOf: (tokens: number) => number): number {
  const least = Math.ceil(Math.min(...lengths));
  return secondsOf(1) >= (1 - HARDLY) * secondsOf(least) ? 1 : least;
}

/** Part of a time that is no difference. */
const HARDLY = 0.1;

function leftOut(rows: number, phase: string, why: string): string[] {
  return rows > 0 ? [`${phase}: ${rows} rows ${why} and were left out`] : [];
}

/** No engine is that fast: seconds stood in a column of milliseconds. */
function tooShort(phase: string, points: readonly { readonly seconds: number }[]): string[] {
  const short = points.filter(({ seconds }) => seconds < SHORTEST_S).length;
  return short > points.length / 2 ? [`${phase}: most times are below 1 ms; are they seconds in a column of ms?`] : [];
}

const SHORTEST_S = 0.001;

function doubts(phase: string, points: number, fit: Fit, names: readonly string[]): string[] {
  const zero = names.filter((_, index) => fit.coefficients[index] === 0);
  return [
    ...(points < names.length + SPARE_POINTS
      ? [`${phase}: only ${points} points for ${names.length} coefficients`]
      : []),
    ...(fit.condition > MAX_CONDITION
      ? [`${phase}: the points cannot tell ${names.join(", ")} apart; vary them independently`]
      : []),
    ...(zero.length > 0 ? [`${phase}: ${zero.join(", ")} would be negative and is 0`] : []),
    ...(fit.heldOutMape > MAX_HELD_OUT
      ? [`${phase}: the held-out error is ${(100 * fit.heldOutMape).toFixed(1)}%`]
      : []),
  ];
}
