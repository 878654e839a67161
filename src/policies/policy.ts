import type { OfferedRates } from "../accounting/offered-work";
import type { Config } from "../config";
import type { DecisionFacts, DecisionRelief, Limit } from "../decision/decision";
import type { Reading } from "../scoring/reading";
import type { ScoreOptions, SplitScore } from "../scoring/scores";

/** Work that is here and not done. */
export interface Backlog {
  /** Seconds of prefill work: residents and queue. */
  readonly prefillS: number;
  /** Decode engines that the requests take which wait for room; 0 unless offered work is asked for. */
  readonly decodeEngines: number;
  readonly waitingPrefill: number;
  readonly waitingDecode: number;
}

/** How much longer work takes than the profiles say: 1 is as they say. */
export interface ProfileFits {
  readonly prefill: number;
  readonly decode: number;
}

/** What a policy may look at. Nothing in it changes while the policy decides. */
export interface PolicyView {
  /** Now, in seconds of the pool. */
  readonly nowS: number;
  readonly config: Config;
  /** Engines of each role, of those that a split divides. */
  readonly prefillEngines: number;
  readonly decodeEngines: number;
  /** The fewest and the most prefill engines that floors and pinned engines leave room for. */
  readonly leastPrefill: number;
  readonly mostPrefill: number;
  /** Work that is here and not done. */
  readonly backlog: Backlog;
  /** What was offered in the last seconds, by `offeredWork` of the policy; null without profiles, or not asked for. */
  readonly offered: OfferedRates | null;
  /** Live fits of the profiles; 1 unless offered work is asked for. */
  readonly fits: ProfileFits;
  /** Seconds that the host took for its last move (`applyMoves: "host"`); 0 before one, or where moves are at once. */
  readonly moveS: number;
  /** On the urgent path: what one more prefill engine does for the worst waiting request; else null. */
  readonly relief: DecisionRelief | null;
  /** Demand, evidence and the frozen snapshot (semantics, sections 6, 8 and 9): read when first asked for. */
  readonly reading: Reading;
  /** Scores a split of that snapshot (section 8). */
  score(prefill: number, options?: ScoreOptions): SplitScore;
}

/** Numbers, texts and flags that a policy decided by: they are shown in the record. */
export type PolicyFacts = DecisionFacts | Readonly<Record<string, number | string | boolean | null>>;

/** The policy wants nothing, for a reason. */
export interface PolicyHold {
  readonly action: "hold";
  /** One that it has declared. */
  readonly reason: string;
  /** The split that it speaks of. Default: the present one. */
  readonly prefill?: number;
  readonly facts?: PolicyFacts;
  /** What held it, and when that can clear; null or left out: nothing that a number tells. */
  readonly limit?: Limit | null;
}

/** The policy wants another split. */
export interface PolicyMove {
  readonly action: "move";
  /** Prefill engines of the split: any number of engines may move at once. */
  readonly prefill: number;
  readonly facts?: PolicyFacts;
  /** Decisions in a row that have to want the same. Default 1. */
  readonly confirmations?: number;
  /** What has to stay the same besides the split, for these to count on. Default "". */
  readonly variant?: string;
}

/** What a policy decides. */
export type PolicyDecision = PolicyHold | PolicyMove;

/**
 * Decides how many engines are for prefill. It only proposes: floors, availability, pins, cooldown, dwell and advisory
 * mode are the controller's. One that throws or returns nonsense holds, as `policy_error`. While it decides, calls that
 * change the pool or take a snapshot of it throw a `StateError`.
 *
 * @example
 * const policy: Policy = {
 *   name: "longer_queue",
 *   reasons: ["queues_short"],
 *   every: "pass",
 *   decide({ backlog, prefillEngines, mostPrefill }) {
 *     if (backlog.waitingPrefill < 8 || prefillEngines >= mostPrefill) return { action: "hold", reason: "queues_short" };
 *     return { action: "move", prefill: prefillEngines + 1 };
 *   },
 * };
 */
export interface Policy {
  /** What its decisions are recorded as: lower case letters, digits and _. */
  readonly name: string;
  /** The reasons that it may hold for, in such letters. */
  readonly reasons: readonly string[];
  /** When it decides: at each step (`stepS`, the default), or at each monitoring pass. */
  readonly every?: "step" | "pass";
  /** Whether statistics of offered work are kept for it. Default false. */
  readonly offeredWork?: boolean;
  decide(view: PolicyView): PolicyDecision;
}
