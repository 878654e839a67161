import type { DemandGap } from "../accounting/demand";
import type { Role } from "../replay";

/** Work without a price, by the gap that names it. */
const MEANINGS: Readonly<Record<DemandGap, string>> = {
  no_profiles: "no engine had a profile",
  pending: "requests whose size was not known yet",
  unsized: "requests that ended before their size was known",
  prefill_domain: "inputs outside of the range that the profile was measured for",
  output_unknown: "outputs of unknown length",
  decode_domain: "requests too large for the range that decode was measured for",
};

/** Meaning of a gap of a demand, in a few words. */
export function gapMeaning(gap: DemandGap): string {
  return MEANINGS[gap];
}

/** The gaps that make the demand of a role more than what is known of it. */
export function gapsOf(role: Role, gaps: readonly DemandGap[]): DemandGap[] {
  return gaps.filter((gap) => (ROLE_OF[gap] ?? role) === role);
}

/** Gaps in the price of one role only. */
const ROLE_OF: Readonly<Partial<Record<DemandGap, Role>>> = {
  prefill_domain: "prefill",
  output_unknown: "decode",
  decode_domain: "decode",
};
