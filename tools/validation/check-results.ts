import { type ErrorSummary, summarizeErrors } from "./errors-of";
import {
  configurationKey,
  groupKey,
  type InferencexRow,
  isDisaggregated,
  resultKey,
  systemKey,
} from "./inferencex-rows";
import { type RankAgreement, rankAgreement } from "./rank-splits";
import { predictServed, type Served } from "./serving-model";
import { fitHalf, type ServingFit } from "./shipped-fit";

/** A published result beside its prediction. */
export interface CheckedResult {
  readonly row: InferencexRow;
  readonly group: string;
  readonly configuration: string;
  /** The factors come from it, among others. */
  readonly fitted: boolean;
  readonly predicted: Served;
}

/** Errors over some results, and how well their order is predicted. */
export interface ResultErrors {
  readonly tpot: ErrorSummary;
  readonly throughput: ErrorSummary;
  readonly ttft: ErrorSummary;
  readonly rank: RankAgreement;
}

/** Predicts all results: systems that the shipped fit does not know are fitted on their own halves, near it. */
export function checkResults(rows: readonly InferencexRow[], shipped: ServingFit): CheckedResult[] {
  const known = new Set(shipped.systems);
  const usable = rows.filter(isDisaggregated);
  const others = usable.filter((row) => !known.has(systemKey(row)));
  const own = others.length > 0 ? fitHalf(others, shipped.factors) : shipped;
  return usable.map((row) => checkResult(row, known.has(systemKey(row)) ? shipped : own));
}

export function resultErrors(checked: readonly CheckedResult[]): ResultErrors {
  const errors = (measured: keyof InferencexRow, predicted: keyof Served) =>
    summarizeErrors(
      checked.map((result) => {
        const value = result.row[measured] as number | null;
        return value ? { measured: value, predicted: result.predicted[predicted] } : null;
      }),
    );
  return {
    tpot: errors("medianTpotS", "tpotS"),
    throughput: errors("throughputPerGpu", "throughputPerGpu"),
    ttft: errors("medianTtftS", "ttftS"),
    rank: rankOf(checked),
  };
}

/** Over pairs of a group at one concurrency, by throughput per GPU. */
function rankOf(checked: readonly CheckedResult[]): RankAgreement {
  return rankAgreement(
    checked.flatMap(({ row, group, configuration, predicted }) => {
      const measured = row.throughputPerGpu;
      if (measured === null) return [];
      const set = `${group} ${row.concurrency}`;
      return [{ set, configuration, measured, predicted: predicted.throughputPerGpu }];
    }),
  );
}

function checkResult(row: InferencexRow, fit: ServingFit): CheckedResult {
  return {
    row,
    group: groupKey(row),
    configuration: configurationKey(row),
    fitted: fit.fittedResults.includes(resultKey(row)),
    predicted: predictServed(row, fit.factors),
  };
}
