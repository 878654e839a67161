import fc from "fast-check";
import type { Shape } from "../../src/parts";
import { nudge } from "./ulp";

/** A demand window, the clock's first time, and what happens to it. */
export interface WindowCase {
  readonly spec: {
    readonly retainedS: number;
    readonly bucketS: number;
    readonly maxShapes: number;
    readonly merge: "max" | "expected" | "first";
  };
  readonly startS: number;
  readonly steps: readonly WindowStep[];
}

export type WindowStep =
  | { readonly kind: "clock"; readonly to: When }
  | { readonly kind: "add"; readonly value: Value; readonly at: When }
  /** `which` counts all observations so far, modulo their number. */
  | { readonly kind: "replace"; readonly which: number; readonly value: Value }
  | { readonly kind: "prune" }
  | { readonly kind: "ask"; readonly since: When };

type Value = readonly [number, number, number];

/** A time by the bucket that the clock is in; null: now. Times on edges, and one float beside them, are the traps. */
export type When = { readonly buckets: number; readonly part: number; readonly ulps: number } | null;

/** The time that is meant, in seconds. */
export function timeOf(when: When, nowS: number, bucketS: number): number {
  if (when === null) return nowS;
  const edgeS = (Math.floor(nowS / bucketS) + when.buckets + when.part) * bucketS;
  return nudge(edgeS, when.ulps);
}

const NEAR = fc.integer({ min: -3, max: 2 });
const LATE = fc.integer({ min: -14, max: 0 });
const FAR = fc.constantFrom(-1_000_000, -100, 20, 100, 1_000_000);

/** A time so many buckets from now: on an edge, most often, or one float beside it. */
export function when(buckets: fc.Arbitrary<number>): fc.Arbitrary<When> {
  const part = fc.constantFrom(0, 0, 0, 0.25, 0.9);
  return fc.record({ buckets, part, ulps: fc.integer({ min: -1, max: 1 }) });
}

const NOW: fc.Arbitrary<When> = fc.constant(null);
const addedAt = fc.oneof(
  { weight: 6, arbitrary: NOW },
  { weight: 6, arbitrary: when(NEAR) },
  { weight: 3, arbitrary: when(LATE) },
  { weight: 1, arbitrary: when(fc.constantFrom(5, 30)) },
);
const clockTo = fc.oneof(
  { weight: 8, arbitrary: when(fc.integer({ min: -1, max: 3 })) },
  { weight: 2, arbitrary: when(LATE) },
  { weight: 1, arbitrary: when(FAR) },
);
const askedSince = fc.oneof(when(NEAR), when(LATE), when(FAR));

const length = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(0, 1, 2, 3) },
  { weight: 1, arbitrary: fc.constantFrom(2 ** 31, 2 ** 32 - 1) },
);
const value: fc.Arbitrary<Value> = fc.oneof(
  fc.tuple(length, fc.constant(0), fc.constant(0)),
  fc.tuple(length, length, fc.constant(0)),
  fc.tuple(length, length, length),
);

const step: fc.Arbitrary<WindowStep> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ kind: fc.constant("add"), value, at: addedAt }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("replace"), which: fc.nat(), value }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("clock"), to: clockTo }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("prune") }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("ask"), since: askedSince }) },
);

const spec = fc
  .record({
    bucketS: fc.constantFrom(0.01, 0.1, 1 / 3, 0.5, 1, 5, 60),
    buckets: fc.constantFrom(0.4, 1, 2, 2.5, 7, 11.3),
    maxShapes: fc.integer({ min: 1, max: 6 }),
    merge: fc.constantFrom("max", "expected", "first"),
  })
  .map(({ bucketS, buckets, ...rest }) => ({ bucketS, retainedS: buckets * bucketS, ...rest }));

export const windowCase: fc.Arbitrary<WindowCase> = fc.record({
  spec,
  startS: fc.constantFrom(0, 12.3, -0.05, -1234.5, 1.7e9, 1_700_000_000.123),
  steps: fc.array(step, { maxLength: 60, size: "max" }),
});

/** A shape as the window takes it: trailing numbers that are not used left out. */
export function shapeOf([a, b, c]: Value): Shape {
  if (c !== 0) return [a, b, c];
  return b === 0 ? [a] : [a, b];
}
