import type { AccountingSpecs } from "../accounting/account-plan";
import type { Accounting } from "../accounting/accounting";
import { outcomeBucket } from "../handoff/outcomes-codec";
import { type OutcomeBucketState, retainedOutcomes } from "../wasm/outcomes-region";
import { retainedBuckets } from "../wasm/window-region";
import { type BucketCells, bucketCodec, FOLDED, type FoldedWindow } from "./bucket-codec";
import { sealed } from "./sealed";

/** A record by its key; null: it is kept no longer. */
export type KeyedRecord = readonly [key: string, bytes: Uint8Array | null];

interface Kept {
  readonly bytes: Uint8Array;
  /** The publish that it changed in. */
  readonly seq: number;
}

const NO_CELLS = new Float64Array(0);

/**
 * The bucket records of a router: each holds all of one bucket, so that writing it again changes nothing. It remembers
 * in which publish each has changed last, so that what a store has lost can be sent again.
 */
export class BucketRecords {
  readonly #accounting: Accounting;
  readonly #specs: AccountingSpecs;
  readonly #cells = new Map<number, Record<FoldedWindow, Float64Array>>();
  readonly #outcomes = new Map<number, OutcomeBucketState>();
  readonly #kept = new Map<string, Kept>();
  readonly #changed = new Set<number>();
  /** Completions and outcomes are only counted at the head: older buckets stay as they are. */
  #settled = Number.NEGATIVE_INFINITY;
  #settledOutcomes = Number.NEGATIVE_INFINITY;

  constructor(accounting: Accounting) {
    this.#accounting = accounting;
    this.#specs = accounting.specs;
  }

  /** Finds at `nowS` what has changed since the last publish. @returns the keys that are kept no longer */
  update(nowS: number, seq: number): readonly string[] {
    const { windows, outcomes } = this.#specs;
    const { bucketS } = windows.observedDecode;
    const head = Math.floor(nowS / bucketS);
    this.#accounting.offers.expire(nowS);
    const changed = Math.floor(this.#accounting.offers.takeChangedFromS() / bucketS);
    for (const name of FOLDED) this.#readWindow(name, nowS, name === "observedDecode" ? this.#settled : changed);
    this.#settled = head;
    this.#readOutcomes(seq);
    for (const index of this.#changed) this.#keepBucket(index, seq);
    this.#changed.clear();
    const oldest = head - retainedBuckets(windows.observedDecode);
    const oldestOutcome = Math.floor(nowS / outcomes.widthS) - retainedOutcomes(outcomes);
    return [...this.#drop(this.#cells, "w", oldest), ...this.#drop(this.#outcomes, "o", oldestOutcome)];
  }

  /** The records that have changed since a publish; 0: all. */
  changedSince(seq: number): KeyedRecord[] {
    const changed: KeyedRecord[] = [];
    for (const [key, kept] of this.#kept) if (kept.seq > seq) changed.push([key, kept.bytes]);
    return changed;
  }

  #readWindow(name: FoldedWindow, nowS: number, changed: number): void {
    if (changed === Number.POSITIVE_INFINITY) return;
    const spec = this.#specs.windows[name];
    const oldest = Math.max(changed, Math.floor(nowS / spec.bucketS) - retainedBuckets(spec));
    const { buckets } = this.#accounting.exportWindow(name, nowS, oldest);
    const held = new Map(buckets.map(({ index, rows }) => [index, rows]));
    for (const [index, rows] of held) this.#change(name, index, rows);
    // A bucket that was emptied, not one that is kept no longer.
    for (const index of this.#cells.keys()) {
      if (index >= oldest && !held.has(index)) this.#change(name, index, NO_CELLS);
    }
  }

  #change(name: FoldedWindow, index: number, rows: Float64Array): void {
    const cells = this.#cells.get(index);
    if (cells === undefined) {
      this.#cells.set(index, { ...noCells(), [name]: rows });
      this.#changed.add(index);
    } else if (!same(cells[name], rows)) {
      cells[name] = rows;
      this.#changed.add(index);
    }
  }

  #keepBucket(index: number, seq: number): void {
    const cells = this.#cells.get(index) as BucketCells;
    this.#kept.set(`w${index}`, { bytes: sealed(bucketCodec(this.#specs, index), cells), seq });
  }

  #readOutcomes(seq: number): void {
    const { buckets } = this.#accounting.exportOutcomes(this.#settledOutcomes);
    for (const bucket of buckets) {
      const known = this.#outcomes.get(bucket.index);
      if (known && sameOutcomes(known, bucket)) continue;
      this.#outcomes.set(bucket.index, bucket);
      this.#kept.set(`o${bucket.index}`, { bytes: sealed(outcomeBucket, bucket), seq });
    }
    this.#settledOutcomes = buckets.at(-1)?.index ?? this.#settledOutcomes;
  }

  #drop(of: Map<number, unknown>, kind: string, oldest: number): string[] {
    const dropped = [...of.keys()].filter((index) => index < oldest);
    for (const index of dropped) of.delete(index);
    const keys = dropped.map((index) => `${kind}${index}`);
    for (const key of keys) this.#kept.delete(key);
    return keys;
  }
}

function noCells(): Record<FoldedWindow, Float64Array> {
  return { arrivals: NO_CELLS, expectedDecode: NO_CELLS, observedDecode: NO_CELLS, unsized: NO_CELLS };
}

function same(a: Float64Array, b: Float64Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}

function sameOutcomes(a: OutcomeBucketState, b: OutcomeBucketState): boolean {
  return a.total === b.total && a.ttftMet === b.ttftMet && a.tpotMet === b.tpotMet && a.bothMet === b.bothMet;
}
