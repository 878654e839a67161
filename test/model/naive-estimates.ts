import type { NaiveCell } from "./naive-window";

/** Semantics, section 5, word for word: every completion is written out. */
export class NaiveEstimates {
  readonly inForce: boolean;
  readonly ratios: (readonly [number, number, number])[];
  readonly outputs: (readonly [number, number])[];

  /** @param cells the observed-decode cells of the last 4 W */
  constructor(cells: readonly NaiveCell[]) {
    this.inForce = !cells.some((cell) => cell.overflow);
    const learned = this.inForce ? cells : [];
    this.ratios = groups(
      learned.filter(({ value }) => value[1] > 0),
      ([input, requested]) => [pow2(input), pow2(requested)],
    )
      .filter(({ cells }) => observations(cells, () => 0).length >= 3)
      .map(
        ({ key, cells }) => [...key, median(observations(cells, ([, asked, observed]) => observed / asked))] as const,
      );
    this.outputs = groups(
      learned.filter(({ value }) => value[2] > 0 || value[1] === 0),
      ([input]) => [pow2(input), 0],
    ).map(({ key, cells }) => [key[0], median(observations(cells, ([, , observed]) => observed))] as const);
  }

  /** 0: none, or not known. */
  expectedOutput(input: number, requested: number): number {
    return this.forecast(input, requested) ?? 0;
  }

  /** Null: not known. */
  forecast(input: number, requested: number): number | null {
    if (requested === 0) {
      const output = this.outputs.find(([size]) => size === pow2(input));
      if (output === undefined) return null;
      return output[1] === 0 ? 0 : Math.max(1, roundHalfEven(output[1]));
    }
    const ratio = this.ratios.find(([size, asked]) => size === pow2(input) && asked === pow2(requested));
    return ratio ? Math.min(requested, Math.max(1, roundHalfEven(requested * ratio[2]))) : requested;
  }
}

type Value = NaiveCell["value"];
type Key = readonly [number, number];

export function pow2(n: number): number {
  let power = 1;
  while (power < n) power *= 2;
  return power;
}

function roundHalfEven(x: number): number {
  const below = Math.floor(x);
  const rest = x - below;
  if (rest !== 0.5) return rest < 0.5 ? below : below + 1;
  return below % 2 === 0 ? below : below + 1;
}

/** Cells by key, in order of the keys. */
function groups(cells: readonly NaiveCell[], keyOf: (value: Value) => Key): { key: Key; cells: NaiveCell[] }[] {
  const found = new Map<string, { key: Key; cells: NaiveCell[] }>();
  for (const cell of cells) {
    const key = keyOf(cell.value);
    const group = found.get(String(key)) ?? { key, cells: [] };
    found.set(String(key), group);
    group.cells.push(cell);
  }
  return [...found.values()].sort((x, y) => x.key[0] - y.key[0] || x.key[1] - y.key[1]);
}

function observations(cells: readonly NaiveCell[], read: (value: Value) => number): number[] {
  return cells.flatMap((cell) => new Array<number>(cell.count).fill(read(cell.value)));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((x, y) => x - y);
  const low = sorted[Math.floor((sorted.length - 1) / 2)] as number;
  const high = sorted[Math.floor(sorted.length / 2)] as number;
  return (low + high) / 2;
}
