import type { PolicyName } from "../policies/policy-guard";
import type { ShippedProfile } from "./shipped-profiles";

/** SLOs of a replay unless it is given others, in seconds. */
export const DEFAULT_SLO = { ttftS: 1, tpotS: 0.05 };

/** The profile of its engines. */
export const DEFAULT_PROFILE: ShippedProfile = "h100-tp8-llama2-70b";

/** Policy that decides which split is best. */
export const DEFAULT_POLICY: PolicyName = "headroom";
