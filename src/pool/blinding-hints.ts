import type { Accounting } from "../accounting/accounting";
import type { DemandGap } from "../accounting/demand";
import { longerThan, unknownOf } from "../accounting/odd-shapes";
import type { Decision } from "../decision/decision";
import { countOf, percent, plain } from "../decision/explain-words";
import type { Fleet } from "../fleet";
import { learnedProfileOf } from "../fleet/learned-profile";
import type { LiveModel } from "../fleet/live-model";
import { ROLES, type Role } from "../roles";

/** Inputs of the hints on what a decision cannot see. */
export interface BlindingInputs {
  readonly accounting: Accounting;
  readonly fleet: Fleet;
  readonly policy: string;
  readonly lastDecision: Decision | null;
  /** Why the demand of the window is incomplete. */
  readonly gaps: readonly DemandGap[];
  readonly nowS: number;
}

/** Hints on what blinds decisions, with numbers: lengths beyond the profiles, unknown outputs, profiles that are wrong. */
export function blindingHints(inputs: BlindingInputs): (string | null)[] {
  return [
    longPromptsHint(inputs),
    unknownOutputsHint(inputs),
    ...ROLES.map((phase) => wrongProfileHint(inputs, phase)),
    refutedHint(inputs),
    blindPolicyHint(inputs),
  ];
}

function longPromptsHint({ accounting, fleet, policy, nowS }: BlindingInputs): string | null {
  const most = Math.min(...fleet.engines.map(({ profile }) => profile?.prefillMaxTokens ?? Number.POSITIVE_INFINITY));
  const [, longest] = accounting.offeredRanges(nowS).inputs ?? [0, 0];
  if (longest <= most) return null;
  const { count, all } = longerThan(accounting.cells("arrivals", nowS), most);
  const whatFollows =
    policy === "reactive" ? "reactive holds until they leave the window" : "they are priced as it goes on";
  return (
    `${plain(count)} of ${countOf(all, "prompt")} exceed the profile's ${exact(most)} tokens, ` +
    `the longest ${exact(longest)}: ${whatFollows}; use policy headroom, or a profile of longer prompts`
  );
}

function unknownOutputsHint({ accounting, gaps, nowS }: BlindingInputs): string | null {
  if (!gaps.includes("output_unknown")) return null;
  const expected = accounting.cells("expectedDecode", nowS);
  const { count, inputTokens } = unknownOf(expected, (input, requested) => accounting.forecastOutput(input, requested));
  if (count === 0) return null;
  return (
    `${countOf(count, "request")} asked for an unknown output, and none like it has ended (most have about ` +
    `${exact(inputTokens)} input tokens): size(input, requested), and complete({ outputTokens }) teaches the rest`
  );
}

/** Measurements that a factor rests on, and times that are worth a word. Chosen, not measured. */
const ENOUGH = 20;
const WRONG = 1.5;

function wrongProfileHint({ fleet }: BlindingInputs, phase: Role): string | null {
  const models = new Set(fleet.engines.flatMap(({ learning }) => learning?.model ?? []));
  const wrong = [...models].map((model) => factorOf(model, phase)).filter((factor) => isWrong(factor));
  if (wrong.length === 0) return null;
  const factor = wrong.reduce((most, other) => (Math.abs(Math.log(other)) > Math.abs(Math.log(most)) ? other : most));
  return `${phase} takes ${plain(factor)} times as long as its profile says: use the one of pool.learnedProfile(engineId)`;
}

function factorOf(model: LiveModel, phase: Role): number {
  const { samples, scale } = learnedProfileOf(model)[phase];
  return samples >= ENOUGH ? (scale ?? 1) : 1;
}

function isWrong(factor: number): boolean {
  return factor > WRONG || factor < 1 / WRONG;
}

function refutedHint({ lastDecision }: BlindingInputs): string | null {
  const { refutedPhase = null } = lastDecision ?? {};
  if (refutedPhase === null) return null;
  const { [`${refutedPhase}SpareEngines` as const]: spare = null } = lastDecision ?? {};
  return (
    `${refutedPhase} misses its SLO while its model has ${countOf(spare, "engine")} to spare: queues decide until it ` +
    "has learned anew"
  );
}

/** Reasons of the reactive policy for which another one would go on. */
const BLIND_REASONS: readonly string[] = [
  "recovery_not_ready",
  "profile_uncovered",
  "mixed_profiles_missing",
  "urgent_profiles_missing",
];

/** Outcomes that a share rests on, and the share that is worth a word. Chosen, not measured. */
const FEWEST_OUTCOMES = 20;
const MISSED = 0.1;

function blindPolicyHint({ accounting, policy, lastDecision }: BlindingInputs): string | null {
  if (policy !== "reactive" || lastDecision?.result !== "held" || !BLIND_REASONS.includes(lastDecision.reason))
    return null;
  const { total, bothRatio } = accounting.outcomes.retained();
  if (total < FEWEST_OUTCOMES || bothRatio === null || 1 - bothRatio < MISSED) return null;
  return `reactive holds (${lastDecision.reason}) while ${percent(1 - bothRatio)} of requests miss an SLO: policy headroom would decide`;
}

/** A count of tokens to the last digit. */
function exact(tokens: number): string {
  return plain(tokens, 15);
}
