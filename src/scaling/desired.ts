import type { Config } from "../config";
import type { Role } from "../roles";
import { type CheckedDesired, checkDesired, type DesiredOptions } from "./desired-options";
import { bestPrefill, enginesFor, type FleetNeed, type PhaseNeed } from "./fleet-headroom";
import { type DesiredGap, type DesiredInputs, gapOf, needOf } from "./need-now";

/** Why a role is to have so many engines: its load with the spreads, the floor of the configuration, or a cap. */
export type DesiredReason = "load" | "floor" | "cap";

/** One role of the desired fleet. */
export interface DesiredRole extends PhaseNeed {
  readonly engines: number;
  readonly reason: DesiredReason;
}

/** The least fleet that keeps the load of now with spreads to spare. All numbers are null while it is unknown. */
export interface DesiredEngines {
  readonly valid: boolean;
  /** Why it is unknown; null where it is valid. */
  readonly gap: DesiredGap | null;
  readonly engines: number | null;
  readonly prefill: number | null;
  readonly decode: number | null;
  readonly roles: { readonly prefill: DesiredRole; readonly decode: DesiredRole } | null;
  /** The standard deviations that each role has to spare. */
  readonly spreads: number;
  /** Source of the loads: offered work second by second (policy headroom), or the demand of the window. */
  readonly basis: "offered_work" | "demand";
  /** Whether requests are in the pool, or arrived within the window. */
  readonly active: boolean;
  /** All of it in one sentence. */
  readonly reason: string;
}

/**
 * The least fleet that keeps the load of each role with spreads to spare. An autoscaler may follow it; roles inside a
 * fixed fleet are the policy's. It does not smooth: that is the autoscaler's window.
 *
 * @throws ArgumentError
 */
export function desiredEngines(inputs: DesiredInputs, options: DesiredOptions = {}): DesiredEngines {
  const checked = checkDesired(options);
  const { view, active } = inputs;
  const { spreads } = checked;
  const basis = view.offered ? "offered_work" : "demand";
  const common = { spreads, basis, active } as const;
  const gap = gapOf(inputs);
  if (gap) {
    const unknown = { valid: false, gap, engines: null, prefill: null, decode: null, roles: null };
    return { ...unknown, ...common, reason: SENTENCES[gap] };
  }
  const roles = rolesOf(needOf(inputs), view.config, checked);
  const [prefill, decode] = [roles.prefill.engines, roles.decode.engines];
  return {
    valid: true,
    gap: null,
    engines: prefill + decode,
    prefill,
    decode,
    roles,
    ...common,
    reason: sentence(roles, spreads),
  };
}

const SENTENCES: Readonly<Record<DesiredGap, string>> = {
  history_short: "the load has not been observed for long enough",
  no_model: "no engine has a profile, and none is learned yet",
  model_refuted: "requests miss their SLO though the model has room for them: the model is wrong",
  demand_incomplete: "a part of the demand cannot be priced",
};

function rolesOf(need: FleetNeed, { minPrefill, minDecode }: Config, options: CheckedDesired) {
  const prefill = roleOf(need.prefill, minPrefill, options.maxPrefill, options.spreads);
  const decode = roleOf(need.decode, minDecode, options.maxDecode, options.spreads);
  const maxEngines = Math.max(options.maxEngines, minPrefill + minDecode);
  if (prefill.engines + decode.engines <= maxEngines) return { prefill, decode };
  // The fleet's cap is split as headroom splits it, between the floors and what each role wants.
  const most = Math.min(prefill.engines, maxEngines - minDecode);
  const least = Math.max(minPrefill, maxEngines - decode.engines);
  const split = Math.max(least, Math.min(most, bestPrefill(need, maxEngines)));
  return { prefill: capped(prefill, split), decode: capped(decode, maxEngines - split) };
}

function roleOf(need: PhaseNeed, least: number, most: number, spreads: number): DesiredRole {
  const wanted = Math.max(0, enginesFor(need, spreads));
  const cap = Math.max(most, least);
  if (wanted > cap) return { ...need, engines: cap, reason: "cap" };
  if (wanted < least) return { ...need, engines: least, reason: "floor" };
  return { ...need, engines: wanted, reason: "load" };
}

function capped(role: DesiredRole, engines: number): DesiredRole {
  return engines < role.engines ? { ...role, engines, reason: "cap" } : role;
}

function sentence({ prefill, decode }: Readonly<Record<Role, DesiredRole>>, spreads: number): string {
  return `${phrase("prefill", prefill, spreads)}; ${phrase("decode", decode, spreads)}`;
}

function phrase(role: Role, { engines, load, spread, reason }: DesiredRole, spreads: number): string {
  const why = reason === "load" ? "" : `, by its ${reason}`;
  return `${role} ${engines}${why}: load ${load.toFixed(2)} + ${spreads} x ${spread.toFixed(2)}`;
}
