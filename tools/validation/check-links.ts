import { fitPoints, predicted } from "../../src/fit/least-squares";
import { type ErrorSummary, summarizeErrors } from "./errors-of";
import { groupBy } from "./inferencex-rows";
import { requireColumns, type Table } from "./table";

/** The link of a system: a transfer takes `constantS + perTokenS * tokens`, fitted on every second length. */
export interface CheckedLink {
  readonly system: string;
  readonly constantS: number;
  readonly perTokenS: number;
  /** Over the other lengths. */
  readonly errors: ErrorSummary;
}

interface Transfer {
  readonly system: string;
  readonly tokens: number;
  readonly transferS: number;
}

/** Whether the header is that of transfer times. */
export function hasTransfers({ columns }: Table): boolean {
  return columns.includes("transfer_ms");
}

/** @throws TableError that names the column */
export function checkLinks(table: Table): CheckedLink[] {
  requireColumns(table, ["system", "input_tokens", "transfer_ms"]);
  const transfers = table.rows.flatMap((row): Transfer[] => {
    const transferMs = row.measured("transfer_ms");
    return transferMs === null || transferMs === 0
      ? []
      : [{ system: row.text("system"), tokens: row.count("input_tokens", 1), transferS: transferMs / 1000 }];
  });
  return Object.values(groupBy(transfers, ({ system }) => system)).flatMap((of) => checkLink(of) ?? []);
}

/** Null where there are too few lengths for two coefficients. */
function checkLink(transfers: readonly Transfer[]): CheckedLink | null {
  const sorted = [...transfers].sort((a, b) => a.tokens - b.tokens);
  const fitted = sorted.filter((_, index) => index % 2 === 0);
  if (new Set(fitted.map(({ tokens }) => tokens)).size < 2) return null;
  const points = fitted.map(({ tokens, transferS }) => ({
    terms: [1, tokens],
    value: transferS,
    weight: 1 / transferS,
  }));
  const { coefficients } = fitPoints(points);
  const rest = sorted.filter((_, index) => index % 2 === 1);
  return {
    system: (sorted[0] as Transfer).system,
    constantS: coefficients[0] as number,
    perTokenS: coefficients[1] as number,
    errors: summarizeErrors(
      rest.map(({ tokens, transferS }) => ({ measured: transferS, predicted: predicted([1, tokens], coefficients) })),
    ),
  };
}
