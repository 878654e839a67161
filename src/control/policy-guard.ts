import { ConfigError } from "../errors";
import type { DecisionFacts, DecisionOwnFacts, Limit } from "./decision";
import { headroomPolicy } from "./headroom";
import { limitOf } from "./limits";
import type { Policy, PolicyDecision, PolicyFacts, PolicyHold, PolicyMove, PolicyView } from "./policy";
import { reactivePolicy } from "./reactive-policy";
import { GATES } from "./reasons";

/** The policies of this package. */
export const POLICIES = { reactive: reactivePolicy, headroom: headroomPolicy } as const;

/** Name of a policy of this package. */
export type PolicyName = keyof typeof POLICIES;

/** A decision of a policy that was checked: its facts are those of a record. */
export type CheckedDecision =
  | (Omit<PolicyHold, "facts" | "prefill"> & { readonly prefill: number; readonly facts: DecisionFacts })
  | (Required<Omit<PolicyMove, "facts">> & { readonly facts: DecisionFacts });

/**
 * The policy that is meant.
 *
 * @throws ConfigError for a name that is none, or an object that is no policy
 */
export function resolvePolicy(policy: PolicyName | Policy): Policy {
  if (typeof policy === "string" && Object.hasOwn(POLICIES, policy)) return POLICIES[policy];
  const given = policy as Policy | null;
  if (given === null || typeof given !== "object" || typeof given.decide !== "function") {
    throw new ConfigError("policy", `must be ${Object.keys(POLICIES).join(", ")} or a policy object`, policy);
  }
  if (isBuiltIn(given)) return given;
  checkNames(given);
  return given;
}

/** Asks a policy. One that throws or returns nonsense holds. */
export function decideBy(policy: Policy, view: PolicyView): CheckedDecision {
  try {
    return checked(policy, policy.decide(view), view);
  } catch (error) {
    const policyError = error instanceof Error ? error.message : String(error);
    const limit = limitOf("policy", null, null);
    return { action: "hold", reason: "policy_error", prefill: view.prefillEngines, facts: { policyError }, limit };
  }
}

const NAME = /^[a-z][a-z0-9_]{0,63}$/;
const TAKEN = new Set([...Object.keys(POLICIES), "floor_recovery", "decode_floor"]);

function checkNames({ name, reasons, every = "step" }: Policy): void {
  const demand = (holds: boolean, field: string, rule: string, value: unknown) => {
    if (!holds) throw new ConfigError(`policy.${field}`, rule, value);
  };
  demand(NAME.test(name) && !TAKEN.has(name), "name", `must match ${NAME.source}, and be no built-in one`, name);
  demand(Array.isArray(reasons) && reasons.length <= 64, "reasons", "must be an array of 64 names at most", reasons);
  for (const reason of reasons) demand(NAME.test(reason), "reasons", `must match ${NAME.source}`, reason);
  demand(every === "step" || every === "pass", "every", "must be step or pass", every);
}

function isBuiltIn(policy: Policy): boolean {
  return policy === reactivePolicy || policy === headroomPolicy;
}

function checked(policy: Policy, decision: PolicyDecision, view: PolicyView): CheckedDecision {
  const engines = view.prefillEngines + view.decodeEngines;
  const { prefill = view.prefillEngines } = decision;
  const facts = factsOf(policy, decision.facts);
  if (decision.action === "hold") {
    const { action, reason, limit = null } = decision;
    demand(policy.reasons.includes(reason), `reason ${reason} is not declared`);
    demand(isCount(prefill, 0, engines), `prefill ${prefill} is no split of ${engines} engines`);
    demand(limit === null || isLimit(limit), "limit has no gate, or a number that is none");
    return { action, reason, prefill, facts, limit };
  }
  const { action, confirmations = 1, variant = "" } = decision;
  demand(action === "move", `action ${action} is neither hold nor move`);
  const isSplit = isCount(prefill, 1, engines - 1) && prefill !== view.prefillEngines;
  demand(isSplit, `prefill ${prefill} is no other split of ${engines} engines`);
  demand(isCount(confirmations, 1, Number.MAX_SAFE_INTEGER), `confirmations ${confirmations} is no whole number >= 1`);
  demand(typeof variant === "string", "variant is no text");
  return { action, prefill, confirmations, variant, facts };
}

/** Facts of a built-in policy are fields of the record; those of another one are kept apart. */
function factsOf(policy: Policy, facts: PolicyFacts = {}): DecisionFacts {
  if (isBuiltIn(policy)) return facts as DecisionFacts;
  const entries = Object.entries(facts);
  for (const [name, value] of entries) demand(isScalar(value), `fact ${name} is no finite number, text, flag or null`);
  return entries.length === 0 ? {} : { policyFacts: Object.fromEntries(entries) as DecisionOwnFacts["policyFacts"] };
}

function isScalar(value: unknown): boolean {
  return value === null || ["string", "boolean"].includes(typeof value) || Number.isFinite(value);
}

function isCount(value: unknown, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
}

function isLimit({ gate, value, threshold, clearsInS }: Limit): boolean {
  const numbers = [value, threshold, clearsInS];
  return GATES.includes(gate) && numbers.every((number) => number === null || typeof number === "number");
}

function demand(holds: boolean, message: string): void {
  if (!holds) throw new Error(message);
}
