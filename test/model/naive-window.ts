import type { Clock } from "../../src/clock";
import type { CellRow } from "../../src/wasm/cell-rows";
import type { MergeRule, WindowSpec } from "../../src/wasm/window-region";

type Value = CellRow["value"];
export type NaiveCell = { -readonly [Field in keyof CellRow]: CellRow[Field] };

/** Semantics, section 1, word for word, in no hurry. A cell is its own handle. */
export class NaiveWindow {
  readonly retained: number;
  readonly buckets = new Map<number, NaiveCell[]>();
  head: number;
  recorded = 0;
  refused = 0;
  dropped = 0;

  constructor(
    readonly spec: WindowSpec,
    readonly clock: Clock,
  ) {
    this.retained = Math.ceil(spec.retainedS / spec.bucketS);
    this.head = this.index(clock.now());
  }

  index(timeS: number): number {
    return Math.floor(timeS / this.spec.bucketS);
  }

  prune(timeS = this.clock.now()): void {
    this.head = Math.max(this.head, this.index(timeS));
    for (const [index, cells] of this.buckets) {
      if (index >= this.head - this.retained) continue;
      this.buckets.delete(index);
      this.dropped += counted(cells);
    }
  }

  add(value: Value, atS = this.clock.now()): NaiveCell | null {
    const cell = this.put(value, atS);
    this.recorded += 1;
    if (!cell) this.refused += 1;
    return cell;
  }

  private put(value: Value, atS: number): NaiveCell | null {
    this.prune(Math.max(this.clock.now(), atS));
    const index = this.index(atS);
    if (index < this.head - this.retained) return null;
    const bucket = this.buckets.get(index) ?? [];
    this.buckets.set(index, bucket);
    const exact = bucket.filter((cell) => !cell.overflow);
    const same = exact.find((cell) => sameValue(cell.value, value));
    if (same) return countInto(same, atS);
    const isFull = exact.length >= this.spec.maxShapes;
    const cohort = bucket.find((cell) => cell.overflow);
    if (isFull && cohort) {
      cohort.value = MERGES[this.spec.merge](cohort.value, value);
      return countInto(cohort, atS);
    }
    const made = { value, firstS: atS, lastS: atS, count: 1, overflow: isFull, lastCertain: true };
    bucket.push(made);
    return made;
  }

  replace(cell: NaiveCell, atS: number, value: Value): NaiveCell | null {
    this.prune();
    const bucket = this.buckets.get(this.index(atS));
    if (!bucket?.includes(cell)) return null;
    if (!cell.overflow && sameValue(cell.value, value)) return cell;
    cell.count -= 1;
    if (atS === cell.lastS) cell.lastCertain = false;
    if (cell.count === 0) bucket.splice(bucket.indexOf(cell), 1);
    return this.put(value, atS);
  }

  cells(sinceS: number): NaiveCell[] {
    this.prune();
    return [...this.buckets.values()].flat().filter((cell) => cell.lastS >= sinceS);
  }

  count(sinceS: number): number {
    return counted(this.cells(sinceS));
  }

  evidence(sinceS: number): { count: number; oldestS: number | null } {
    const known = this.cells(sinceS).flatMap((cell) => {
      if (cell.firstS >= sinceS) return [{ count: cell.count, oldestS: cell.firstS }];
      return cell.lastCertain ? [{ count: 1, oldestS: cell.lastS }] : [];
    });
    const count = sum(known.map((part) => part.count));
    return { count, oldestS: known.length === 0 ? null : Math.min(...known.map((part) => part.oldestS)) };
  }

  summary() {
    const { bucketS, retainedS, maxShapes } = this.spec;
    const recent = this.cells(this.clock.now() - retainedS);
    const all = [...this.buckets.values()].flat();
    return {
      bucketS,
      retainedS,
      cellLimit: (this.retained + 1) * (maxShapes + 1),
      cells: all.length,
      observations: counted(recent),
      overflowObservations: counted(recent.filter((cell) => cell.overflow)),
      recorded: this.recorded,
      refused: this.refused,
      expired: this.dropped + counted(all) - counted(recent),
    };
  }
}

const largest = (x: Value, y: Value): Value => [Math.max(x[0], y[0]), Math.max(x[1], y[1]), Math.max(x[2], y[2])];

const MERGES: Readonly<Record<MergeRule, (old: Value, value: Value) => Value>> = {
  max: largest,
  real: largest,
  first: (old) => old,
  expected: (old, value) => {
    const [input, requested, unused] = largest(old, value);
    return [input, old[1] === 0 || value[1] === 0 ? 0 : requested, unused];
  },
};

function countInto(cell: NaiveCell, atS: number): NaiveCell {
  cell.count += 1;
  cell.firstS = Math.min(cell.firstS, atS);
  if (atS >= cell.lastS) cell.lastCertain = true;
  cell.lastS = Math.max(cell.lastS, atS);
  return cell;
}

function sameValue(x: Value, y: Value): boolean {
  return x.every((field, i) => field === y[i]);
}

function counted(cells: readonly NaiveCell[]): number {
  return sum(cells.map((cell) => cell.count));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
