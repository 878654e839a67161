import type { AccountingSpecs } from "../accounting/account-plan";
import { outcomeBucket } from "../handoff/outcomes-codec";
import type { OutcomeBucketState } from "../wasm/outcomes-region";
import { type BucketCells, bucketCodec } from "./bucket-codec";
import type { KeyedRecord } from "./bucket-records";
import { type MemberHeader, memberHeader } from "./member-header";
import { unsealed } from "./sealed";

const KEY = /^([wo])(-?\d{1,16})$/;

/** Account that the leader keeps of one member. */
export class MemberAccount {
  readonly id: string;
  /** The newest publish that was read. */
  seq = 0;
  header: MemberHeader | null = null;
  /** Seconds since it was heard of, by the store's clock. */
  ageS = 0;
  readonly cells = new Map<number, BucketCells>();
  readonly outcomes = new Map<number, OutcomeBucketState>();
  readonly #specs: AccountingSpecs;

  /** @param specs of the windows that it publishes */
  constructor(id: string, specs: AccountingSpecs) {
    this.id = id;
    this.#specs = specs;
  }

  /**
   * Takes in what it has published: all of it, or nothing.
   *
   * @returns the buckets whose cells have changed
   * @throws SnapshotError for what no member would write
   */
  take(seq: number, header: Uint8Array, records: readonly KeyedRecord[]): number[] {
    const read = unsealed(memberHeader, header);
    const cells = new Map<number, BucketCells>();
    const outcomes = new Map<number, OutcomeBucketState>();
    for (const [key, bytes] of records) {
      const [, kind, index] = KEY.exec(key) ?? [];
      if (kind === undefined || bytes === null) continue;
      if (kind === "w") cells.set(Number(index), unsealed(bucketCodec(this.#specs, Number(index)), bytes));
      else outcomes.set(Number(index), unsealed(outcomeBucket, bytes));
    }
    for (const [index, rows] of cells) this.cells.set(index, rows);
    for (const [index, bucket] of outcomes) this.outcomes.set(index, bucket);
    this.header = read;
    this.seq = seq;
    return [...cells.keys()];
  }

  /** Forgets buckets that no window keeps any longer. */
  prune(oldest: number, oldestOutcome: number): void {
    for (const index of this.cells.keys()) if (index < oldest) this.cells.delete(index);
    for (const index of this.outcomes.keys()) if (index < oldestOutcome) this.outcomes.delete(index);
  }
}
