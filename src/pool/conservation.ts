import { WINDOW_NAMES } from "../accounting/account-plan";
import { snakeNames } from "../wire";
import type { StateDocument } from "./state";

/** A sum of a state that does not hold: something was lost, or counted twice. */
export interface ConservationBreach {
  /** The rule, in the names of the state. */
  readonly rule: string;
  /** Its left and its right side. */
  readonly left: number;
  readonly right: number;
}

/** The parts of a state that the rules speak of. */
export type ConservedState = Pick<StateDocument, "attainment" | "demand_history" | "offers" | "requests">;

type Count = number | null;
type Rule = readonly [rule: string, left: Count, right: Count];

/**
 * Checks that all that came is somewhere, once. It holds at any moment, whatever was called, and over a handoff.
 *
 * @param state what `pool.state()` gives, or a document that `stateSchema` takes
 * @returns the rules that do not hold: none, unless the package has a fault
 * @example
 * checkConservation(pool.state()); // []
 */
export function checkConservation(state: ConservedState): ConservationBreach[] {
  const rules = [...requestRules(state), ...offerRules(state), ...windowRules(state)];
  return rules.flatMap(([rule, left, right]) =>
    left === right ? [] : [{ rule, left: left ?? Number.NaN, right: right ?? Number.NaN }],
  );
}

function requestRules({ requests, attainment }: ConservedState): Rule[] {
  const { opened, pending, open, completed, failed, expired, refused, rejected, cancelled, invalid } = requests;
  const judged = sum(completed, failed, expired, refused);
  return [
    [
      "requests.opened = pending + open + completed + failed + expired + refused + rejected + cancelled + invalid",
      opened,
      sum(pending, open, judged, rejected, cancelled, invalid),
    ],
    [
      "requests.completed + failed + expired + refused = attainment.outcomes + pruned_outcomes",
      judged,
      sum(attainment.outcomes, attainment.pruned_outcomes),
    ],
  ];
}

function offerRules({ offers, demand_history: { arrivals, unsized } }: ConservedState): Rule[] {
  const { offered, pending, sized, lost, invalid_unsized, late } = offers;
  return [
    ["offers.offered = pending + sized + lost + invalid_unsized", offered, sum(pending, sized, lost, invalid_unsized)],
    ["offers.sized = demand_history.arrivals.recorded", sized, arrivals.recorded],
    ["offers.lost = demand_history.unsized.recorded", lost, unsized.recorded],
    ["offers.late = demand_history.arrivals.refused + unsized.refused", late, sum(arrivals.refused, unsized.refused)],
  ];
}

function windowRules({ demand_history: history }: ConservedState): Rule[] {
  return snakeNames(WINDOW_NAMES).map((name) => {
    const { observations, recorded, refused, expired } = history[name];
    const rule = `demand_history.${name}.recorded = observations + refused + expired`;
    return [rule, recorded, sum(observations, refused, expired)];
  });
}

function sum(...counts: readonly Count[]): number {
  return counts.reduce<number>((total, count) => total + (count ?? Number.NaN), 0);
}
