import { otherRole, type Role } from "../roles";
import type { DecisionDocument } from "./decision-document";

/** A number of a record; null: not finite. */
export type Amount = number | null;

/** Writes a number with its unit, to so many significant digits. */
export type Format = (value: Amount, digits?: number) => string;

/** The digits that a person needs. */
const DIGITS = 3;

/** As many as a record has. */
const MOST_DIGITS = 15;

/** `1,234`, `12.3`, `0.05`. */
export const plain: Format = (value, digits = DIGITS) => {
  if (value === null) return "an unknown number";
  const [whole, fraction] = String(significant(value, digits)).split(".") as [string, string?];
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
};

/** `48 s`. */
export const seconds: Format = (value, digits) => (value === null ? "an unknown time" : `${plain(value, digits)} s`);

/** `131%` of 1.31. */
export const percent: Format = (value, digits) =>
  value === null ? "an unknown share" : `${plain(value * 100, digits)}%`;

/** `1 request`, `2 requests`. */
export function countOf(count: Amount, noun: string): string {
  if (count === null) return `an unknown number of ${noun}s`;
  return `${plain(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** `2 prefill and 1 decode engines`. */
export function engines(prefill: Amount, decode: Amount): string {
  return `${plain(prefill)} prefill and ${countOf(decode, "decode engine")}`;
}

/** Two values that differ as texts that differ: 99.98% is not below 100% if both read 100%. */
export function apart(a: Amount, b: Amount, format: Format): readonly [string, string] {
  for (let digits = DIGITS; digits < MOST_DIGITS; digits += 1) {
    const texts = [format(a, digits), format(b, digits)] as const;
    if (a === b || texts[0] !== texts[1]) return texts;
  }
  return [format(a, MOST_DIGITS), format(b, MOST_DIGITS)];
}

/** The role that a move of this decision gives an engine to. */
export function targetOf({ by, prefill, current_prefill = prefill }: DecisionDocument): Role {
  // Records of the spec tell no present split of a floor that is restored.
  return by === "floor_recovery" || (prefill ?? 0) > (current_prefill ?? 0) ? "prefill" : "decode";
}

/** How many engines it moves, or would have. */
export function movedEngines({ moves = [], prefill, current_prefill = prefill }: DecisionDocument): number {
  return moves.length || Math.max(1, Math.abs((prefill ?? 0) - (current_prefill ?? 0)));
}

/** The role that it takes the engine from. */
export function sourceOf(record: DecisionDocument): Role {
  return otherRole(targetOf(record));
}

/** A text as a sentence begins. */
export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** A sentence as it goes on after another word. */
export function lowered(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** Whether it was made on the urgent path. */
export function isUrgent({ urgent_signals }: DecisionDocument): boolean {
  return urgent_signals !== undefined;
}

function significant(value: number, digits: number): number {
  return Math.abs(value) >= 10 ** digits ? Math.round(value) : Number(value.toPrecision(digits));
}
