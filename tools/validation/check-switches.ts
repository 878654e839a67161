import { resolveOptions } from "../../src/simulation/simulation-options";
import { requireColumns, type Table } from "./table";

/** A model's measured role switches beside the simulated fleet's: its default switch, after the drain. */
export interface CheckedSwitch {
  readonly model: string;
  readonly toDecodeS: number | null;
  readonly toPrefillS: number | null;
  /** The fleet's default for an engine that is empty, which a prefill engine soon is. */
  readonly defaultS: number;
  /** Of the default against the move to decode, as a fraction. */
  readonly error: number | null;
  /** Token interval that explains the move to prefill as the drain of an output. */
  readonly drainTokenS: number | null;
}

/** Output tokens of the requests that the measured fleets drained. */
const OUTPUT_TOKENS = 64;

/** Whether the header is that of switch durations. */
export function hasSwitches({ columns }: Table): boolean {
  return columns.includes("direction");
}

/** @throws TableError that names the column */
export function checkSwitches(table: Table): CheckedSwitch[] {
  requireColumns(table, ["model", "direction", "median_ms"]);
  const models = [...new Set(table.rows.map((row) => row.text("model")))];
  return models.map((model) => {
    const medianS = (direction: string) => {
      const rows = table.rows.filter((row) => row.text("model") === model && row.text("direction") === direction);
      const ms = rows[0]?.measured("median_ms") ?? null;
      return ms === null ? null : ms / 1000;
    };
    return checkSwitch(model, medianS("P->D"), medianS("D->P"));
  });
}

function checkSwitch(model: string, toDecodeS: number | null, toPrefillS: number | null): CheckedSwitch {
  const { switchToDecodeS, switchToPrefillS } = resolveOptions({}, new Set());
  return {
    model,
    toDecodeS,
    toPrefillS,
    defaultS: switchToDecodeS,
    error: toDecodeS ? Math.abs(switchToDecodeS / toDecodeS - 1) : null,
    drainTokenS: toPrefillS === null ? null : Math.max(0, toPrefillS - switchToPrefillS) / OUTPUT_TOKENS,
  };
}
