import type { Role } from "../roles";
import type { PolicyView } from "./policy";

/** The numbers of the rule (docs/policies.md says what each is worth). */
export const REFUTATION = {
  /** Headroom, in standard deviations, with which a phase has room. */
  room: 1,
  /** Share of the last first tokens that came late, and the mean token gap in units of the SLO: above it is missed. */
  lateShare: 0.25,
  gapRatio: 1.1,
  /** First tokens that a share rests on. */
  firstTokens: 5,
  /** Seconds of room and of misses at once after which the model is refuted, and for which it stays so. */
  forS: 15,
  staysS: 30,
} as const;

/** Headroom of each phase, in standard deviations of its load. */
type PhaseHeadroom = Readonly<Record<`${Role}Headroom`, number>>;

/**
 * The phase that the model is refuted by: it misses its SLO, while the model says that it has room; null if none is. A
 * burst is no refutation: its backlog takes the room.
 */
export function refutedPhase(view: PolicyView, headroom: PhaseHeadroom): Role | null {
  const { signals } = view;
  const late = signals.firstTokens >= REFUTATION.firstTokens && (signals.lateShare ?? 0) > REFUTATION.lateShare;
  const slow = (signals.gapRatio ?? 0) > REFUTATION.gapRatio;
  const prefill = refuted(view, "prefill", late && headroom.prefillHeadroom >= REFUTATION.room);
  const decode = refuted(view, "decode", slow && headroom.decodeHeadroom >= REFUTATION.room);
  return prefill ? "prefill" : decode ? "decode" : null;
}

function refuted(view: PolicyView, phase: Role, contradicted: boolean): boolean {
  const { memory, nowS } = view;
  const since = `${phase}ContradictedS`;
  if (contradicted) memory[since] ??= nowS;
  else delete memory[since];
  const sinceS = memory[since];
  if (sinceS !== undefined && nowS - sinceS >= REFUTATION.forS) memory[untilOf(phase)] = nowS + REFUTATION.staysS;
  return isRefuted(view, phase);
}

/** Whether the model of a phase was refuted, and has stayed so until now. */
export function isRefuted({ memory, nowS }: Pick<PolicyView, "memory" | "nowS">, phase: Role): boolean {
  return nowS < (memory[untilOf(phase)] ?? Number.NEGATIVE_INFINITY);
}

/** Name under which the policy's memory has the end of a refutation. */
function untilOf(phase: Role): string {
  return `${phase}RefutedUntilS`;
}
