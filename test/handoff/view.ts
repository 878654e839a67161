import type { Decision } from "../../src/decision/decision";
import { decisionDocument } from "../../src/decision/decision-document";
import type { Pool } from "../../src/pool/pool";
import { compare, EXACT, type Mismatch, ROUNDED } from "../conformance/compare";

/** All that a pool tells of itself, documents apart. */
export function tellsOf(pool: Pool) {
  return {
    demand: pool.demand(),
    learned: pool.learned(),
    history: pool.history(),
    loads: pool.loads(),
    split: pool.split(),
    attainment: pool.attainment(),
    scores: pool.scores(),
    pendingMove: pool.pendingMove,
    urgentPending: pool.urgentPending,
  };
}

/** What two pools tell differently, within the tolerances of the recorded cases. */
export function differences(got: Pool, expected: Pool): Mismatch[] {
  return [
    ...compare(tellsOf(got), tellsOf(expected), () => EXACT),
    ...compare(stateOf(got), stateOf(expected), () => ROUNDED),
  ];
}

/** The state, but for how long this process took, and what the moves of this process gained: both begin anew. */
export function stateOf(pool: Pool) {
  const { decision_times, move_effects, ...state } = pool.state();
  return state;
}

/** What two runs of decisions tell differently. */
export function decidedDifferently(got: readonly Decision[], expected: readonly Decision[]): Mismatch[] {
  return [
    ...compare(got, expected, () => EXACT),
    ...compare(got.map(decisionDocument), expected.map(decisionDocument), () => ROUNDED),
  ];
}
