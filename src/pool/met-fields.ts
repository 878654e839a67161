import { count, realOrNull } from "../schema-fields";

const share = (description: string) => realOrNull("ratio", description);

/** How many outcomes met which limit, as documents show it. */
export const metFields = {
  ttft_met: count("requests", "outcomes that met the TTFT limit"),
  tpot_met: count("requests", "outcomes that met the TPOT limit"),
  both_met: count("requests", "outcomes that met both: goodput"),
  ttft_ratio: share("the first of these by the outcomes; null if there are none"),
  tpot_ratio: share("the same for TPOT"),
  both_ratio: share("the same for both"),
};
