import type { Policy, PolicyName } from "../../src/index";

/** A policy with what goes with it. */
export interface Contestant {
  readonly name: string;
  readonly policy: PolicyName | Policy;
  readonly urgent: boolean;
  /** Whether it is also tried with what can be wrong. */
  readonly robust: boolean;
  /** Whether it is told no profile. */
  readonly blind?: boolean;
}

/** Moves an engine to prefill while more than two requests an engine wait for it, and to decode while any waits there. */
const queueThreshold: Policy = {
  name: "queue_threshold",
  reasons: ["queues_short"],
  every: "pass",
  decide({ backlog, prefillEngines, leastPrefill, mostPrefill }) {
    const { waitingPrefill, waitingDecode } = backlog;
    if (waitingDecode > 0 && prefillEngines > leastPrefill)
      return { action: "move", prefill: prefillEngines - 1, confirmations: 2 };
    if (waitingPrefill > 2 * prefillEngines && prefillEngines < mostPrefill) {
      return { action: "move", prefill: prefillEngines + 1, confirmations: 2 };
    }
    return { action: "hold", reason: "queues_short" };
  },
};

/** Divides the engines as the offered work of the last minute divides, with a dead band of one engine. */
const proportional: Policy = {
  name: "proportional",
  reasons: ["nothing_offered", "near_enough"],
  every: "step",
  offeredWork: true,
  decide({ offered, prefillEngines, decodeEngines, leastPrefill, mostPrefill }) {
    const prefill = offered?.prefill.mean ?? 0;
    const all = prefill + (offered?.decode.mean ?? 0);
    if (all <= 0) return { action: "hold", reason: "nothing_offered" };
    const wanted = ((prefillEngines + decodeEngines) * prefill) / all;
    const split = Math.min(mostPrefill, Math.max(leastPrefill, Math.round(wanted)));
    if (split === prefillEngines || Math.abs(wanted - prefillEngines) <= 0.75)
      return { action: "hold", reason: "near_enough" };
    return { action: "move", prefill: split, confirmations: 2 };
  },
};

/** Contestants, besides every fixed split. */
export const CONTESTANTS: readonly Contestant[] = [
  { name: "reactive", policy: "reactive", urgent: false, robust: true },
  { name: "reactive + urgent", policy: "reactive", urgent: true, robust: false },
  { name: "queue threshold", policy: queueThreshold, urgent: false, robust: true },
  { name: "proportional", policy: proportional, urgent: false, robust: false },
  { name: "queue", policy: "queue", urgent: false, robust: false },
  { name: "headroom", policy: "headroom", urgent: false, robust: true },
  { name: "headroom, no profile", policy: "headroom", urgent: false, robust: false, blind: true },
];
