import { REACTIVE_REASONS } from "../decision/reasons";
import { heldLimit } from "./limits";
import type { Policy, PolicyDecision, PolicyView } from "./policy";
import { decideReactive, type Wish } from "./reactive";

/** The policy of the spec (semantics, section 10, steps 4 to 9, and section 12). */
export const reactivePolicy: Policy = Object.freeze({
  name: "reactive",
  reasons: REACTIVE_REASONS,
  decide(view: PolicyView): PolicyDecision {
    const { config, relief, reading } = view;
    const score = view.score.bind(view);
    const inputs = { config, relief, score, ...reading };
    const verdict = decideReactive(inputs);
    const { prefill, facts } = verdict;
    if (verdict.wants === "move") {
      return { action: "move", prefill, facts, confirmations: verdict.required, variant: variantOf(verdict) };
    }
    return { action: "hold", reason: verdict.reason, prefill, facts, limit: heldLimit(verdict, inputs) };
  },
} satisfies Policy);

/** A proposal that rests on other grounds is another one. */
function variantOf({ recovery, mixed }: Wish): string {
  return `recovery ${recovery}, mixed ${mixed}`;
}
