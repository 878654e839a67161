import { MAX_ENGINES } from "../config";
import type { EngineState } from "../fleet";
import type { PrefillPriceState } from "../fleet/prefill-price";
import type { TokenGapsState } from "../fleet/token-gaps";
import { ROLES, type Role } from "../roles";
import {
  type Codec,
  checked,
  finite,
  flag,
  list,
  notNegative,
  nullable,
  oneOf,
  real,
  record,
  text,
  whole,
} from "./codec";

/** The role of an engine. */
export const role: Codec<Role> = oneOf(ROLES);

/** How the prefill price of an engine is written. */
export const price = record<PrefillPriceState>({
  meanS: notNegative,
  integral: notNegative,
  intervalStartS: finite,
  integratedToS: finite,
});

/** How the token gaps of an engine are written. */
export const gaps = record<TokenGapsState>({
  meanS: notNegative,
  sumS: notNegative,
  count: whole,
  ratioSum: notNegative,
  ratioCount: whole,
  boundedSumS: notNegative,
  tokenSum: notNegative,
  requestSum: notNegative,
  mixed: flag,
  lastPrefillChangeS: checked(real, (timeS) => timeS < Number.POSITIVE_INFINITY, "a time must be finite, or -Infinity"),
});

const engine = record<EngineState>({
  id: text,
  role,
  available: flag,
  pinned: flag,
  lastMoveS: nullable(finite),
  correction: checked(finite, (correction) => correction > 0, "a correction must be > 0"),
  price,
  gaps,
});

/** How the engines of a fleet are written, in fleet order. */
export const engines: Codec<readonly EngineState[]> = checked(
  list(engine, MAX_ENGINES),
  (states) => new Set(states.map(({ id }) => id)).size === states.length,
  "engines must have different ids",
);
