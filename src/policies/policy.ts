import type { OfferedRates } from "../accounting/offered-work";
import type { Config } from "../config";
import type { DecisionFacts, DecisionRelief, Limit } from "../decision/decision";
import type { Reading } from "../scoring/reading";
import type { ScoreOptions, SplitScore } from "../scoring/scores";
import type { SplitCapacity } from "./capacities";

/** Work that is here and not done. */
export interface Backlog {
  /** Seconds of prefill work: residents and queue. */
  readonly prefillS: number;
  /** Decode engines that the requests take which wait for room; 0 unless offered work is asked for. */
  readonly decodeDemand: number;
  readonly waitingPrefill: number;
  readonly waitingDecode: number;
}

/** How much longer work takes than the profiles say: 1 is as they say. */
export interface ProfileFits {
  readonly prefill: number;
  readonly decode: number;
}

/** How the SLOs are kept now, as requests and engines show it: of about the last 10 s. */
export interface Signals {
  /** First tokens a second; null before the first pass. */
  readonly firstTokensPerS: number | null;
  /** How many of them the shares below rest on: each weighs less the older it is. */
  readonly firstTokens: number;
  /** Share of the first tokens that came later than the TTFT SLO, and had waited for it; null without any. */
  readonly lateShare: number | null;
  /** How long the first of the requests that wait for prefill has been here, in seconds; 0 if none waits. */
  readonly oldestWaitS: number;
  /** Mean token gap on engines of the decode role, in units of the TPOT SLO; null without any. */
  readonly gapRatio: number | null;
}

/** View of a policy. Nothing in it changes while the policy decides, but for `memory`. */
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
  /** Work offered in the last seconds; null without profiles, or where the policy has no `offeredWork`. */
  readonly offered: OfferedRates | null;
  /** Fit of the live models beside the profiles; 1 unless the policy asks for signals. */
  readonly fits: ProfileFits;
  /** How the SLOs are kept now; nothing is seen unless signals are asked for. */
  readonly signals: Signals;
  /** Finite numbers that the policy keeps from one decision to the next, by name. They are handed over with the pool. */
  readonly memory: Record<string, number>;
  /** Seconds that the host took for its last move (`applyMoves: "host"`); 0 before one, or where moves are at once. */
  readonly moveS: number;
  /** On the urgent path: what one more prefill engine does for the worst waiting request; else null. */
  readonly relief: DecisionRelief | null;
  /** Demand, evidence and the frozen snapshot (semantics, sections 6, 8 and 9): read when first asked for. */
  readonly reading: Reading;
  /** Capacity of the engines of a split, in mean engines: their number, unless their live models differ. */
  capacity(prefill: number): SplitCapacity;
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
  /** The gate that held it, and when it can clear; null or left out: no number says. */
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
  /** Must stay the same besides the split for confirmations to count on. Default "". */
  readonly variant?: string;
}

/** Decision of a policy. */
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
  /** Name of its decisions in records: lower case letters, digits and _. */
  readonly name: string;
  /** The reasons that it may hold for, in such letters. */
  readonly reasons: readonly string[];
  /** When it decides: at each step (`stepS`, the default), or at each monitoring pass. */
  readonly every?: "step" | "pass";
  /** Whether statistics of offered work are kept for it. Default false. */
  readonly offeredWork?: boolean;
  /** Whether engines are measured for it: `signals`, and live models behind `offered`. Default: as `offeredWork`. */
  readonly signals?: boolean;
  decide(view: PolicyView): PolicyDecision;
}
