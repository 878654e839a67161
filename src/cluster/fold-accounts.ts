import type { AccountingSpecs } from "../accounting/account-plan";
import { byWindow } from "../accounting/account-plan";
import type { AccountingState } from "../accounting/accounting";
import type { OfferTotals } from "../accounting/offers";
import type { OutcomeBucketState } from "../wasm/outcomes-region";
import { type BucketState, retainedBuckets, type WindowState } from "../wasm/window-region";
import { FOLDED, type FoldedWindow } from "./bucket-codec";
import { foldCells } from "./fold-cells";
import { foldOfferedWork } from "./fold-offered-work";
import type { MemberAccount } from "./member-account";
import type { MemberHeader } from "./member-header";

/** Folds the accounts of all members into one. Buckets that nobody has changed are folded once. */
export class AccountFold {
  readonly #specs: AccountingSpecs;
  readonly #folded = new Map<number, Record<FoldedWindow, Float64Array>>();

  /** @param specs of the windows of the one account */
  constructor(specs: AccountingSpecs) {
    this.#specs = specs;
  }

  /** These buckets have changed. */
  changed(indices: Iterable<number>): void {
    for (const index of indices) this.#folded.delete(index);
  }

  /** All members' buckets as of a cut. @param residency the leader's own window of samples */
  fold(members: readonly MemberAccount[], cutS: number, residency: WindowState): AccountingState {
    const headers = members.flatMap(({ header }) => header ?? []);
    this.#foldChanged(members, cutS);
    const windows = byWindow((name) => (name === "residency" ? residency : this.#window(name, cutS)));
    return {
      startedS: Math.min(cutS, ...headers.map(({ startedS }) => startedS)),
      offers: sumOf(headers.map(({ offers }) => offers)),
      windows,
      outcomes: { prunedBuckets: 0, prunedOutcomes: 0, buckets: this.#outcomes(members, cutS) },
      offeredWork: foldOfferedWork(headers.map(({ offeredWork }) => offeredWork)),
    };
  }

  #foldChanged(members: readonly MemberAccount[], cutS: number): void {
    const spec = this.#specs.windows.observedDecode;
    const newest = Math.floor(cutS / spec.bucketS) + 1;
    const oldest = newest - 1 - retainedBuckets(spec);
    for (const index of this.#folded.keys()) if (index < oldest) this.#folded.delete(index);
    const indices = new Set(members.flatMap(({ cells }) => [...cells.keys()]));
    for (const index of indices) {
      if (index < oldest || index > newest || this.#folded.has(index)) continue;
      const parts = members.flatMap(({ cells }) => cells.get(index) ?? []);
      const fold = (name: FoldedWindow) =>
        foldCells(
          this.#specs.windows[name],
          parts.map((part) => part[name]),
        );
      this.#folded.set(
        index,
        Object.fromEntries(FOLDED.map((name) => [name, fold(name)])) as Record<FoldedWindow, Float64Array>,
      );
    }
  }

  #window(name: FoldedWindow, cutS: number): WindowState {
    const spec = this.#specs.windows[name];
    const now = Math.floor(cutS / spec.bucketS);
    const buckets: BucketState[] = [];
    for (const [index, rows] of this.#folded) {
      if (index >= now - retainedBuckets(spec) && rows[name].length > 0) buckets.push({ index, rows: rows[name] });
    }
    buckets.sort((one, other) => one.index - other.index);
    return { expired: 0, refused: 0, head: Math.max(now, buckets.at(-1)?.index ?? now), buckets };
  }

  #outcomes(members: readonly MemberAccount[], cutS: number): OutcomeBucketState[] {
    const newest = Math.floor(cutS / this.#specs.outcomes.widthS) + 1;
    const sums = new Map<number, OutcomeBucketState>();
    for (const [index, bucket] of members.flatMap(({ outcomes }) => [...outcomes])) {
      if (index > newest) continue;
      const sum = sums.get(index);
      sums.set(index, sum ? { ...sumOf([sum, bucket]), index } : { ...bucket, index });
    }
    return [...sums.values()].sort((one, other) => one.index - other.index);
  }
}

/** Sums of the ended requests of all members. */
export function endedOf(headers: readonly MemberHeader[]): MemberHeader["ended"] {
  return sumOf(headers.map(({ ended }) => ended));
}

/** Field by field; of nothing: no offers. */
function sumOf<T extends object>(all: readonly T[]): T {
  const sum: Record<string, number> = {};
  for (const one of all) {
    for (const [field, value] of Object.entries(one)) sum[field] = (sum[field] ?? 0) + (value as number);
  }
  return (all.length > 0 ? sum : NO_OFFERS) as T;
}

const NO_OFFERS: OfferTotals = { sized: 0, lost: 0, invalidUnsized: 0, timedOut: 0, late: 0 };
