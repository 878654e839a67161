import * as v from "valibot";
import { maxTokens, tokenInterval } from "../assembly/formulas";
import { ProfileError } from "./errors";
import { didYouMean } from "./nearest";
import { camelKeys, checkedBy, UNKNOWN_FIELD } from "./schema";
import { described } from "./schema-fields";

const coefficient = v.pipe(v.number("must be a number"), v.finite("must be finite"), v.minValue(0, "must be >= 0"));
const bound = v.pipe(
  v.number("must be a number"),
  v.finite("must be finite"),
  v.integer("must be whole"),
  v.minValue(1, "must be >= 1"),
);
const carried = v.pipe(v.number("must be a number"), v.finite("must be finite"));

/** Rules, units and meanings of an engine profile (semantics, section 4). */
export const profileSchema = v.object({
  ttftA: described(coefficient, "s/token^2", "prefill seconds: the quadratic part"),
  ttftB: described(coefficient, "s/token", "prefill seconds: the linear part"),
  ttftC: described(coefficient, "s", "prefill seconds: the constant part"),
  tpotSlope: described(coefficient, "s/token", "token interval: per KV token"),
  tpotIntercept: described(coefficient, "s", "token interval: the constant part"),
  tpotRequestSlope: v.optional(described(coefficient, "s/request", "token interval: per request"), 0),
  kvCapacityTokens: v.optional(described(bound, "tokens", "KV tokens that the engine has room for")),
  decodeMinRequests: described(bound, "requests", "least batch that was measured"),
  decodeMaxRequests: described(bound, "requests", "largest batch that was measured"),
  decodeMinKvTokens: described(bound, "tokens", "fewest KV tokens that were measured"),
  decodeMaxKvTokens: described(bound, "tokens", "most KV tokens that were measured"),
  prefillMinTokens: v.optional(described(bound, "tokens", "shortest input that was measured")),
  prefillMaxTokens: v.optional(described(bound, "tokens", "longest input that was measured")),
  decodeMinOutputTokens: v.optional(described(bound, "tokens", "shortest output that was measured")),
  decodeMaxOutputTokens: v.optional(described(bound, "tokens", "longest output that was measured")),
  decodeFitMape: v.optional(described(carried, "", "mean error of the fit, carried along")),
  decodeCvMape: v.optional(described(carried, "", "the same in cross-validation, carried along")),
});

/**
 * Measured abilities of one engine: prefill seconds of x tokens are `ttftA x^2 + ttftB x + ttftC`, the token
 * interval with n requests that hold k KV tokens is `tpotSlope k + tpotRequestSlope n + tpotIntercept`. It holds
 * inside its bounds only. `decodeFitMape` and `decodeCvMape` (errors of the fit) are carried along.
 */
export type EngineProfile = Readonly<v.InferOutput<typeof profileSchema>>;

/** A profile as a user gives it: `tpotRequestSlope` is 0 unless given. */
export type EngineProfileInput = Readonly<v.InferInput<typeof profileSchema>>;

/**
 * Checks a profile.
 *
 * @param engine the engine's id, for the error
 * @throws ProfileError that names engine and field and echoes the value
 */
export function checkProfile(engine: string, profile: EngineProfileInput): EngineProfile {
  const checked = checkedBy(profileSchema, profile, ({ path, rule, value }) => {
    return new ProfileError(engine, path || "profile", value === undefined && path ? "is required" : rule, value);
  });
  checkBounds(engine, checked);
  return Object.freeze(checked);
}

/** Remarks that a profile's document may have; they are left out. Vectors name the engine (`iid`). */
const REMARKS = ["source", "iid"];

/**
 * A profile from a JSON document with the snake_case names of semantics, section 4. `source` may say where it comes
 * from; a field that is not known is refused, as a misspelt one would count as missing.
 *
 * @throws ProfileError that names engine and field and echoes the value
 * @example
 * const profile = profileFromJson(JSON.parse(await readFile("h100.json", "utf8")));
 */
export function profileFromJson(json: unknown, engine = "(file)"): EngineProfile {
  const fields = camelKeys(json);
  checkNames(engine, fields);
  return checkProfile(engine, fields as EngineProfileInput);
}

function checkNames(engine: string, fields: unknown): void {
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) return;
  const known = Object.keys(profileSchema.entries);
  for (const [name, value] of Object.entries(fields)) {
    if (known.includes(name) || REMARKS.includes(name)) continue;
    throw new ProfileError(engine, name, UNKNOWN_FIELD, value, didYouMean(name, known));
  }
}

const keys = new WeakMap<EngineProfile, string>();

/** A text that profiles of the same content have, and no others. */
export function profileKey(profile: EngineProfile): string {
  const known = keys.get(profile);
  if (known !== undefined) return known;
  const key = JSON.stringify(Object.entries(profile).sort(([a], [b]) => (a < b ? -1 : 1)));
  keys.set(profile, key);
  return key;
}

/** Seconds to prefill `inputTokens` tokens. */
export function prefillS({ ttftA, ttftB, ttftC }: EngineProfile, inputTokens: number): number {
  return Math.max(0, ttftA * inputTokens * inputTokens + ttftB * inputTokens + ttftC);
}

/** Seconds between two tokens with `requests` residents that hold `kvTokens` tokens in all. */
export function tokenIntervalS(profile: EngineProfile, kvTokens: number, requests: number): number {
  return tokenInterval(profile.tpotSlope, profile.tpotIntercept, profile.tpotRequestSlope, kvTokens, requests);
}

/** The most KV tokens that keep the token interval at `tpotS` with `requests` residents; Infinity: no limit. */
export function maxKvTokens(profile: EngineProfile, tpotS: number, requests: number): number {
  const { tpotSlope, tpotIntercept, tpotRequestSlope, decodeMaxRequests, decodeMaxKvTokens } = profile;
  return maxTokens(tpotSlope, tpotIntercept, tpotRequestSlope, decodeMaxRequests, decodeMaxKvTokens, tpotS, requests);
}

/** Whether `requests` residents with `kvTokens` tokens lie in the measured domain (true for none of either). */
export function coversDecode(profile: EngineProfile, requests: number, kvTokens: number): boolean {
  if (requests <= 0 || kvTokens <= 0) return true;
  return (
    requests >= profile.decodeMinRequests &&
    requests <= profile.decodeMaxRequests &&
    kvTokens >= profile.decodeMinKvTokens &&
    kvTokens <= profile.decodeMaxKvTokens &&
    kvTokens <= (profile.kvCapacityTokens ?? Number.POSITIVE_INFINITY)
  );
}

function checkBounds(engine: string, profile: EngineProfile): void {
  const pairs = [
    ["decodeMinRequests", "decodeMaxRequests"],
    ["decodeMinKvTokens", "decodeMaxKvTokens"],
    ["prefillMinTokens", "prefillMaxTokens"],
    ["decodeMinOutputTokens", "decodeMaxOutputTokens"],
    ["decodeMaxKvTokens", "kvCapacityTokens"],
  ] as const;
  for (const [low, high] of pairs) {
    const least = profile[low];
    const most = profile[high];
    if (least !== undefined && most !== undefined && least > most) {
      throw new ProfileError(engine, low, `must be <= ${high} ${most}`, least);
    }
  }
}
