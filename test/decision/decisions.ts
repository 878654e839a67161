import type { Decision } from "../../src/decision/decision";

/** A decision of which only some fields matter: else one that kept 2 prefill and 3 decode engines. */
export function decisionOf(fields: Partial<Decision> = {}): Decision {
  return {
    at: 100,
    prefill: 2,
    decode: 3,
    by: "reactive",
    reason: "confirming",
    result: "held",
    moves: [],
    limit: null,
    ...fields,
  };
}
