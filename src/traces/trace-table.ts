import type { Row } from "./row-format";
import type { TraceRequest } from "./trace";

/** The rows of a trace as they come in: one column a field, to keep long traces small. */
export class TraceTable {
  /** Rows that were earlier than a row above them. */
  outOfOrderRows = 0;
  #latestTicks = Number.NEGATIVE_INFINITY;
  readonly #ticks: number[] = [];
  readonly #inputTokens: number[] = [];
  readonly #outputTokens: number[] = [];
  /** Of the rows that have some. */
  readonly #hashIds = new Map<number, Uint32Array>();

  get size(): number {
    return this.#ticks.length;
  }

  add({ ticks, inputTokens, outputTokens, hashIds }: Row): void {
    if (hashIds) this.#hashIds.set(this.size, hashIds);
    if (ticks < this.#latestTicks) this.outOfOrderRows++;
    else this.#latestTicks = ticks;
    this.#ticks.push(ticks);
    this.#inputTokens.push(inputTokens);
    this.#outputTokens.push(outputTokens);
  }

  /** The rows by time, the earliest at 0 s. One division a row: every digit of the file is kept. */
  requests(ticksPerS: number): TraceRequest[] {
    const order = this.#order();
    const first = at(this.#ticks, order[0]);
    return order.map((row) => {
      const hashIds = this.#hashIds.get(row);
      return {
        atS: (at(this.#ticks, row) - first) / ticksPerS,
        inputTokens: at(this.#inputTokens, row),
        outputTokens: at(this.#outputTokens, row),
        ...(hashIds && { hashIds }),
      };
    });
  }

  #order(): number[] {
    const rows = this.#ticks.map((_, row) => row);
    // The sort is stable: rows of the same time stay in the order of the file.
    return this.outOfOrderRows === 0 ? rows : rows.sort((a, b) => at(this.#ticks, a) - at(this.#ticks, b));
  }
}

function at(column: readonly number[], row = 0): number {
  return column[row] ?? 0;
}
