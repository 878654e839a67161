/** How many requests met their SLOs. A ratio of nothing is null. */
export interface Attainment {
  readonly total: number;
  readonly ttftMet: number;
  readonly tpotMet: number;
  /** Requests that met both: goodput. */
  readonly bothMet: number;
  readonly ttftRatio: number | null;
  readonly tpotRatio: number | null;
  readonly bothRatio: number | null;
}

/** The counts of an attainment. */
type MetCounts = Pick<Attainment, "total" | "ttftMet" | "tpotMet" | "bothMet">;

/** The counts with their ratios. */
export function attainmentOf({ total, ttftMet, tpotMet, bothMet }: MetCounts): Attainment {
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
