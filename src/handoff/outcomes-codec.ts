import {
  type OutcomeBucketState,
  type OutcomesSpec,
  type OutcomesState,
  retainedOutcomes,
} from "../wasm/outcomes-region";
import { bucketIndex } from "./bucket-index";
import type { ByteReader } from "./byte-reader";
import { type Codec, checked, list, record, whole } from "./codec";

/** How one bucket of outcomes is written. */
export const outcomeBucket = checked(
  record<OutcomeBucketState>({ index: bucketIndex, total: whole, ttftMet: whole, tpotMet: whole, bothMet: whole }),
  ({ total, ttftMet, tpotMet, bothMet }) =>
    total > 0 && bothMet <= ttftMet && bothMet <= tpotMet && ttftMet + tpotMet - bothMet <= total,
  "a bucket must count outcomes, of which no more met one SLO or both than there are",
);

/** How an outcome window is written: what was pruned, then its buckets. */
export function outcomesCodec(spec: OutcomesSpec): Codec<OutcomesState> {
  const retained = retainedOutcomes(spec);
  const state = record<OutcomesState>({
    prunedBuckets: whole,
    prunedOutcomes: whole,
    buckets: list(outcomeBucket, retained + 1),
  });
  return {
    write: state.write,
    read(reader) {
      const read = state.read(reader);
      checkOrder(reader, read.buckets, retained);
      return read;
    },
  };
}

function checkOrder(reader: ByteReader, buckets: readonly OutcomeBucketState[], retained: number): void {
  let newest = (buckets.at(-1)?.index ?? 0) - retained - 1;
  for (const { index } of buckets) {
    if (index <= newest) reader.refuse("buckets must come in order, none older than the window keeps");
    newest = index;
  }
}
