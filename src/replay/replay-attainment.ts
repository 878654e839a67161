import type { Attainment } from "../accounting/outcome-window";
import type { SimulatedAttainment } from "../simulation/results";

/** The attainment of a run, with its ratios; null: of nothing. */
export function withRatios({ total, ttftMet, tpotMet, bothMet }: SimulatedAttainment): Attainment {
  const ratio = (met: number) => (total > 0 ? met / total : null);
  return {
    total,
    ttftMet,
    tpotMet,
    bothMet,
    ttftRatio: ratio(ttftMet),
    tpotRatio: ratio(tpotMet),
    bothRatio: ratio(bothMet),
  };
}
