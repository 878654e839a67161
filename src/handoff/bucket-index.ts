import { StateError } from "../errors";
import { type Codec, checked, finite, whole } from "./codec";

/** Up to here half a bucket is more than times can be off, so that an index gives a time that lies in its bucket. */
const LIMIT = 2 ** 50;

const bounded = checked(whole, (value) => value <= 2 * LIMIT, "a bucket must not be so far from time 0");

/**
 * The absolute index of a bucket, floor(t / width), before time 0 too. To write one throws StateError where the clock
 * is so far from 0 that buckets and times cannot be told apart.
 */
export const bucketIndex: Codec<number> = {
  write(writer, index) {
    if (Math.abs(index) > LIMIT) throw tooFar();
    bounded.write(writer, index < 0 ? -2 * index - 1 : 2 * index);
  },
  read(reader) {
    const folded = bounded.read(reader);
    return folded % 2 === 1 ? -(folded + 1) / 2 : folded / 2;
  },
};

/** A time in seconds of which the same holds, for buckets of some width: what is recorded then can be written. */
export function timeInBuckets(widthS: number): Codec<number> {
  const isNear = (timeS: number) => Math.abs(timeS / widthS) <= LIMIT;
  const near = checked(finite, isNear, "a time must not be so far from 0");
  return {
    read: near.read,
    write(writer, timeS) {
      if (!isNear(timeS)) throw tooFar();
      near.write(writer, timeS);
    },
  };
}

function tooFar(): StateError {
  return new StateError("snapshot", "too far from 0 for such narrow buckets", "clock");
}
