import fc from "fast-check";
import type { CellRow } from "../../src/wasm/cell-rows";

export type Completion = CellRow["value"];

/** Draws a completion from a stream of numbers in [0, 1). */
export type Traffic = (random: () => number) => Completion;

const LARGEST = 2 ** 32 - 1;

function below(random: () => number, bound: number): number {
  return Math.floor(random() * bound);
}

/** Of inputs of a class or two, so that groups grow large. */
function inputOf(random: () => number): number {
  return 1000 + below(random, 1100);
}

/** Kinds of traffic by what they do to the order of the values: many or few of them, far apart or hardly different. */
export const TRAFFIC = {
  ordinary: (random) => {
    const requested = 16 * 4 ** below(random, 4);
    return [1 + below(random, 4000), requested, 1 + below(random, requested)];
  },
  openEnded: (random) => [inputOf(random), 0, below(random, below(random, 2000))],
  requestedOnly: (random) => [inputOf(random), 1 + below(random, 64), 0],
  alike: (random) => [inputOf(random), 1024, 1024],
  twoValues: (random) => [inputOf(random), 2 ** 20, 2 ** 19 + below(random, 2)],
  allDifferent: (random) => {
    const requested = 2 ** 16 + below(random, 2 ** 16);
    return [inputOf(random), requested, below(random, requested)];
  },
  nearlyAlike: (random) => {
    const requested = 2 ** 31 + below(random, 2 ** 31);
    return [inputOf(random), requested, Math.floor(requested * (0.7 + random() * 1e-8))];
  },
  clusters: (random) => [inputOf(random), LARGEST, below(random, 16) * 2 ** 28 + below(random, 3)],
  everywhere: (random) => {
    const any = () => Math.floor(2 ** (random() * 32)) - 1;
    return [any(), any(), any()];
  },
} as const satisfies Readonly<Record<string, Traffic>>;

/** Something that happens to a window that is learned from. Times are in buckets, `ago` back from the clock. */
export type LearnedStep =
  | { readonly kind: "complete"; readonly value: Completion; readonly times: number; readonly ago: number }
  | {
      readonly kind: "traffic";
      readonly of: keyof typeof TRAFFIC;
      readonly seed: number;
      readonly completions: number;
      readonly ago: number;
    }
  | { readonly kind: "reprice"; readonly which: number; readonly value: Completion }
  | { readonly kind: "clock"; readonly buckets: number }
  | { readonly kind: "handOff" }
  | { readonly kind: "ask"; readonly windows: number };

const value: fc.Arbitrary<Completion> = fc.tuple(
  fc.constantFrom(0, 1, 2, 3, 8, 9, 2 ** 31 + 1, LARGEST),
  fc.constantFrom(0, 1, 3, 5, 7, 8, LARGEST),
  fc.constantFrom(0, 1, 2, 3, 4, 6, 64, LARGEST),
);

const ago = fc.constantFrom(0, 0, 0, 0.5, 1, 3.25, 9, 100, -2);
const complete = fc.record({
  kind: fc.constant("complete"),
  value,
  times: fc.integer({ min: 1, max: 4 }),
  ago,
});
// Few seeds: the same completions come again, in the same bucket or in another one.
const traffic = fc.record({
  kind: fc.constant("traffic"),
  of: fc.constantFrom(...(Object.keys(TRAFFIC) as (keyof typeof TRAFFIC)[])),
  seed: fc.integer({ min: 0, max: 2 }),
  completions: fc.integer({ min: 1, max: 90 }),
  ago,
});
const clock = fc.record({
  kind: fc.constant("clock"),
  buckets: fc.constantFrom(0.25, 0.5, 0.75, 1, 1, 2, 5, 13, -0.5, -1, -4, 40, 1e6, -1e6),
});

export const learnedSteps: fc.Arbitrary<readonly LearnedStep[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: complete },
    { weight: 8, arbitrary: traffic },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("reprice"), which: fc.nat(), value }) },
    { weight: 6, arbitrary: clock },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("handOff") }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("ask"), windows: fc.constantFrom(0, 0.3, 0.7, 1, 3) }) },
  ),
  { maxLength: 60, size: "max" },
);

/** Numbers in [0, 1), the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
