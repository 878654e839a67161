import { decodePoint, type FittedProfile, prefillPoint } from "../fit/fit-profile";
import { type FitPoint, predicted } from "../fit/least-squares";
import type { DecodePoint, Measured, PrefillPoint } from "../fit/measurements";
import { figure, percent, whole } from "./format";
import { section, table } from "./tables";

/** A measured point beside what the fit makes of it. */
interface Compared {
  /** Conditions of a measurement, as cells. */
  readonly at: readonly string[];
  readonly measuredS: number;
  readonly fittedS: number;
}

/** Points of a table; beyond that the worst ones say enough. */
const MOST_POINTS = 40;

/** A fit as a person reads it, with or without colours: its errors, each point, and what to know before it is used. */
export function printFit(
  fitted: FittedProfile,
  prefill: Measured<PrefillPoint>,
  decode: Measured<DecodePoint>,
): string {
  const byInput = [...prefill.points].sort((a, b) => a.inputTokens - b.inputTokens);
  const byTokens = [...decode.points].sort((a, b) => a.kvTokens - b.kvTokens || a.requests - b.requests);
  const prefills = byInput.map((point) =>
    compared([whole(point.inputTokens)], prefillPoint(point), fitted.prefill.coefficients),
  );
  const intervals = byTokens.map((point) =>
    compared([whole(point.kvTokens), whole(point.requests)], decodePoint(point), fitted.decode.coefficients),
  );
  return [
    section("fit", errors(fitted, prefills.length, intervals.length)),
    points("time to first token, ms", ["input tokens"], prefills),
    points("token interval, ms", ["KV tokens", "requests"], intervals),
    ...fitted.warnings.map((warning) => `warning: ${warning}`),
    "",
  ].join("\n\n");
}

function errors({ prefill, decode }: FittedProfile, prefillPoints: number, decodePoints: number): string {
  return table(
    ["phase", "points", "mean error", "held-out error"],
    [
      ["prefill", String(prefillPoints), percent(prefill.mape), percent(prefill.heldOutMape)],
      ["decode", String(decodePoints), percent(decode.mape), percent(decode.heldOutMape)],
    ],
  );
}

function compared(at: readonly string[], { terms, value }: FitPoint, coefficients: readonly number[]): Compared {
  return { at, measuredS: value, fittedS: predicted(terms, coefficients) };
}

function points(title: string, head: readonly string[], all: readonly Compared[]): string {
  const shown = worst(all);
  const few =
    shown.length < all.length ? ` (the ${shown.length} of ${whole(all.length)} points that it misses most)` : "";
  const rows = shown.map((point) => [
    ...point.at,
    figure(1000 * point.measuredS),
    figure(1000 * point.fittedS),
    signed(errorOf(point)),
  ]);
  return section(`${title}${few}`, table([...head, "measured", "fitted", "error"], rows));
}

/** The points that the fit misses most, in the order of all. */
function worst(all: readonly Compared[]): readonly Compared[] {
  const byError = [...all].sort((a, b) => Math.abs(errorOf(b)) - Math.abs(errorOf(a)));
  const kept = new Set(byError.slice(0, MOST_POINTS));
  return all.filter((point) => kept.has(point));
}

function errorOf({ measuredS, fittedS }: Compared): number {
  return fittedS / measuredS - 1;
}

/** `+1.2%`, `-0.4%`, `0.0%`. */
function signed(ratio: number): string {
  const text = (100 * ratio).toFixed(1);
  if (Number(text) === 0) return "0.0%";
  return `${ratio > 0 ? "+" : ""}${text}%`;
}
