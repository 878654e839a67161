import { groupBy } from "./inferencex-rows";

/** A fleet with its measured and its predicted worth. */
export interface RankedFleet {
  /** Fleets are compared with those of the same set. */
  readonly set: string;
  readonly configuration: string;
  readonly measured: number;
  readonly predicted: number;
}

/** How far two orders agree. */
export interface RankAgreement {
  /** Kendall's tau-b over pairs: 1 the same order, -1 the opposite; null without a pair. */
  readonly tau: number | null;
  /** Pairs of different configurations. */
  readonly n: number;
}

/** Kendall's tau-b over all pairs of different configurations within a set. */
export function rankAgreement(fleets: readonly RankedFleet[]): RankAgreement {
  const orders = Object.values(groupBy(fleets, ({ set }) => set)).flatMap(pairOrders);
  const sum = orders.reduce((total, { measured, predicted }) => total + measured * predicted, 0);
  const untied = (field: "measured" | "predicted") => orders.filter((order) => order[field] !== 0).length;
  const scale = Math.sqrt(untied("measured") * untied("predicted"));
  return { tau: scale === 0 ? null : sum / scale, n: orders.length };
}

function pairOrders(fleets: readonly RankedFleet[]): { measured: number; predicted: number }[] {
  return fleets.flatMap((a, index) =>
    fleets
      .slice(index + 1)
      .filter((b) => b.configuration !== a.configuration)
      .map((b) => ({
        measured: Math.sign(a.measured - b.measured),
        predicted: Math.sign(a.predicted - b.predicted),
      })),
  );
}
