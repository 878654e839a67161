import { ignoreRejection } from "../callbacks";
import { readArgument } from "../check";
import type { DecisionFacts, DecisionOwnFacts, Limit } from "../decision/decision";
import { GATES } from "../decision/reasons";
import { FLOOR_REASONS, NAME } from "../decision/vocabulary";
import { ConfigError, errorText } from "../errors";
import { headroomPolicy } from "./headroom";
import { limitOf } from "./limits";
import type { Policy, PolicyDecision, PolicyFacts, PolicyHold, PolicyMove, PolicyView } from "./policy";
import { queuePolicy } from "./queue";
import { reactivePolicy } from "./reactive-policy";

/** The policies of this package. */
export const POLICIES = { reactive: reactivePolicy, headroom: headroomPolicy, queue: queuePolicy } as const;

/** Name of a policy of this package. */
export type PolicyName = keyof typeof POLICIES;

/** A decision of a policy that was checked: its facts are those of a record. */
export type CheckedDecision =
  | (Omit<PolicyHold, "facts" | "prefill"> & { readonly prefill: number; readonly facts: DecisionFacts })
  | (Required<Omit<PolicyMove, "facts">> & { readonly facts: DecisionFacts });

/**
 * The policy that is meant.
 *
 * @throws ConfigError for an unknown name, or an object that is not a policy
 */
export function resolvePolicy(policy: PolicyName | Policy): Policy {
  if (typeof policy === "string" && Object.hasOwn(POLICIES, policy)) return POLICIES[policy];
  const rule = `must be ${Object.keys(POLICIES).join(", ")} or a policy object`;
  return readArgument("policy", rule, policy, () => {
    const given = policy as Policy | null;
    if (typeof given?.decide !== "function") throw new ConfigError("policy", rule, policy);
    return isBuiltIn(given) ? given : frozenCopy(given);
  });
}

/** Asks a policy. One that throws or returns nonsense holds. */
export function decideBy(policy: Policy, view: PolicyView): CheckedDecision {
  try {
    const decision = policy.decide(view);
    ignoreRejection(decision);
    return checked(policy, decision, view);
  } catch (error) {
    const policyError = errorText(error);
    const limit = limitOf("policy", null, null);
    return { action: "hold", reason: "policy_error", prefill: view.prefillEngines, facts: { policyError }, limit };
  }
}

const TAKEN = new Set([...Object.keys(POLICIES), ...Object.keys(FLOOR_REASONS)]);

/** The fields of a policy are read once, so that they hold later. */
function frozenCopy(given: Policy): Policy {
  const { name, reasons, every = "step", offeredWork = false, signals = offeredWork } = given;
  checkNames({ name, reasons, every });
  const decide = (view: PolicyView) => given.decide(view);
  return Object.freeze({ name, reasons: Object.freeze([...reasons]), every, offeredWork, signals, decide });
}

function checkNames({ name, reasons, every }: Pick<Policy, "name" | "reasons" | "every">): void {
  const demand = (holds: boolean, field: string, rule: string, value: unknown) => {
    if (!holds) throw new ConfigError(`policy.${field}`, rule, value);
  };
  demand(isName(name) && !TAKEN.has(name), "name", `must match ${NAME.source}, and be no built-in one`, name);
  demand(Array.isArray(reasons) && reasons.length <= 64, "reasons", "must be an array of 64 names at most", reasons);
  for (const reason of reasons) demand(isName(reason), "reasons", `must match ${NAME.source}`, reason);
  demand(every === "step" || every === "pass", "every", "must be step or pass", every);
}

function isName(value: unknown): boolean {
  return typeof value === "string" && NAME.test(value);
}

function isBuiltIn(policy: Policy): boolean {
  return Object.values<Policy>(POLICIES).includes(policy);
}

/** Each field is read once: what was checked is what counts. */
function checked(policy: Policy, decision: PolicyDecision, view: PolicyView): CheckedDecision {
  const engines = view.prefillEngines + view.decodeEngines;
  const fields: DecisionFields = decision;
  const { action, prefill = view.prefillEngines, reason = "", limit = null, confirmations = 1, variant = "" } = fields;
  const facts = factsOf(policy, decision.facts);
  if (action === "hold") {
    assertRule(policy.reasons.includes(reason), `reason "${reason}" is not declared`);
    assertRule(isCount(prefill, 0, engines), `prefill ${prefill} is no split of ${engines} engines`);
    return { action, reason, prefill, facts, limit: limit && limitIn(limit) };
  }
  assertRule(action === "move", `action ${action} is neither hold nor move`);
  const isSplit = isCount(prefill, 1, engines - 1) && prefill !== view.prefillEngines;
  assertRule(isSplit, `prefill ${prefill} is not another split of ${engines} engines`);
  assertRule(
    isCount(confirmations, 1, Number.MAX_SAFE_INTEGER),
    `confirmations must be a whole number >= 1, got ${confirmations}`,
  );
  assertRule(typeof variant === "string", "variant must be a text");
  return { action, prefill, confirmations, variant, facts };
}

type Own<T> = Partial<Omit<T, "action" | "facts">>;
type DecisionFields = Pick<PolicyDecision, "action"> & Own<PolicyHold> & Own<PolicyMove>;

/** Facts of a built-in policy are fields of the record; those of another one are kept apart. */
function factsOf(policy: Policy, facts: PolicyFacts = {}): DecisionFacts {
  if (isBuiltIn(policy)) return facts as DecisionFacts;
  const entries = Object.entries(facts);
  for (const [name, value] of entries)
    assertRule(isScalar(value), `fact ${name} is no finite number, text, flag or null`);
  return entries.length === 0 ? {} : { policyFacts: Object.fromEntries(entries) as DecisionOwnFacts["policyFacts"] };
}

function isScalar(value: unknown): boolean {
  return value === null || ["string", "boolean"].includes(typeof value) || Number.isFinite(value);
}

function isCount(value: unknown, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
}

function limitIn({ gate, value, threshold, clearsInS }: Limit): Limit {
  const isNumber = (number: unknown) => number === null || typeof number === "number";
  const sound = GATES.includes(gate) && [value, threshold, clearsInS].every(isNumber);
  assertRule(sound, "limit needs a known gate and numeric fields");
  return { gate, value, threshold, clearsInS };
}

function assertRule(holds: boolean, message: string): void {
  if (!holds) throw new Error(message);
}
