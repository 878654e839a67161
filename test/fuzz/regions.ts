import fc from "fast-check";
import { HEAP_BASE, outcomesBytes, scratchBytes } from "../../assembly/layout";
import { instantiateCore } from "../../src/wasm/loader";
import { OFFERED_WORK_BYTES, OfferedWorkRegion } from "../../src/wasm/offered-work-region";
import { OutcomesRegion, retainedOutcomes } from "../../src/wasm/outcomes-region";
import { bytesOf, retainedBuckets, shapeCells, WindowRegion, type WindowSpec } from "../../src/wasm/window-region";
import { assertRule } from "./expectations";

/** Before and behind each region: those of the windows, of outcomes, of offered work and of learning. */
const CANARY_BUCKETS = 5;
const CANARY_BYTES = outcomesBytes(CANARY_BUCKETS);
const CANARY = 0xa5;

// Small: every step compares all bytes of all regions.
const spec = fc.record({
  retainedS: fc.constantFrom(0.05, 1, 7),
  bucketS: fc.constantFrom(0.01, 0.3, 1, 60),
  maxShapes: fc.constantFrom(1, 2, 5, 24),
  bins: fc.constantFrom(0, 3),
});

/** The regions of a core, each between bytes that nobody may touch. */
class Guarded {
  readonly windows: readonly WindowRegion[];
  readonly outcomes: OutcomesRegion;
  readonly work: OfferedWorkRegion;
  readonly learn: (sinceS: number, nowS: number) => void;
  readonly #bytes: Uint8Array;
  readonly #canaries: Uint8Array[] = [];
  /** From and to of each region. */
  readonly #regions: [number, number][] = [];

  constructor(given: Omit<WindowSpec, "merge">, nowS: number) {
    const specs = (["max", "expected", "first", "real"] as const).map((merge) => ({ ...given, merge }));
    const observed = specs[2] as WindowSpec;
    const scratch = scratchBytes(retainedBuckets(observed), shapeCells(observed));
    const outcomesSpec = { widthS: given.bucketS, retainedS: given.retainedS };
    const needed = specs.reduce((sum, each) => sum + bytesOf(each) + 8, 0) + scratch + OFFERED_WORK_BYTES;
    const outcomesRoom = outcomesBytes(retainedOutcomes(outcomesSpec)) + 8;
    const canaries = 2 * (specs.length + 3) * CANARY_BYTES;
    const core = instantiateCore(HEAP_BASE + needed + outcomesRoom + canaries);
    const { exports } = core;
    this.#bytes = new Uint8Array(core.memory.buffer);
    const guard = () => {
      // An outcome window that nobody uses.
      const at = exports.createOutcomes(CANARY_BUCKETS, 1);
      this.#canaries.push(this.#bytes.subarray(at, at + CANARY_BYTES).fill(CANARY));
      return at;
    };
    const between = <T>(make: () => T): T => {
      const from = guard() + CANARY_BYTES;
      const made = make();
      const to = guard();
      this.#regions.push([from, to]);
      return made;
    };
    this.windows = specs.map((each) => between(() => new WindowRegion(core, each, nowS)));
    this.outcomes = between(() => new OutcomesRegion(core, outcomesSpec));
    this.work = between(() => new OfferedWorkRegion(core, nowS));
    const pointer = (this.windows[2] as WindowRegion).pointer;
    between(() => exports.learnFrom(pointer));
    this.learn = (sinceS, now) => exports.learn(pointer, sinceS, now);
  }

  /** Whether an act changes no region but those that it may. */
  confines(act: () => void, may: readonly number[]): boolean {
    const before = this.#regions.map(([from, to]) => this.#bytes.slice(from, to));
    act();
    const canaries = this.#canaries.every((canary) => canary.every((byte) => byte === CANARY));
    return (
      canaries &&
      this.#regions.every(([from], i) => may.includes(i) || same(this.#bytes, from, before[i] as Uint8Array))
    );
  }
}

function same(bytes: Uint8Array, from: number, before: Uint8Array): boolean {
  return Buffer.compare(bytes.subarray(from, from + before.length), before) === 0;
}

// What the host lets through: lengths, finite times, cells that exist or did.
const length = fc.oneof(fc.nat(8), fc.constantFrom(0, 1, 2 ** 31, 2 ** 32 - 1), fc.nat(2 ** 32 - 1));
const time = fc.oneof(
  { weight: 6, arbitrary: fc.double({ min: -50, max: 150, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(1e9, -1e9, 1e15, -1e15, 1e300, -1e300, Number.MAX_VALUE, 5e-324, -0) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
);
const cut = fc.oneof(time, fc.constantFrom(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY));

interface Step {
  readonly kind: "add" | "replace" | "query" | "learn" | "outcome" | "work" | "handOn";
  readonly window: number;
  readonly lengths: readonly [number, number, number];
  readonly cell: number;
  readonly atS: number;
  readonly nowS: number;
  readonly sinceS: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom("add", "replace", "query", "learn", "outcome", "work", "handOn"),
  window: fc.nat(2),
  lengths: fc.tuple(length, length, length),
  cell: fc.nat(30),
  atS: time,
  nowS: time,
  sinceS: cut,
});

const OBSERVED = 2;
const OUTCOMES = 4;
const WORK = 5;
const SCRATCH = 6;

/** Every call of the host on regions of the core: no trap, and no byte of another region, or between two, changes. */
export const regions = fc.property(spec, fc.array(step, { maxLength: 40 }), time, (given, steps, startS) => {
  const guarded = new Guarded(given, startS);
  for (const each of steps) {
    const [act, may] = actOf(guarded, each);
    assertRule(guarded.confines(act, may), `${each.kind} wrote outside of its region`);
  }
});

function actOf(
  guarded: Guarded,
  { kind, window: index, lengths, cell, atS, nowS, sinceS }: Step,
): [() => void, number[]] {
  const window = guarded.windows[index] as WindowRegion;
  const [a, b, c] = lengths;
  // What is learned from the window of completions goes when it changes.
  const ownOf = (window: number) => (window === OBSERVED ? [OBSERVED, SCRATCH] : [window]);
  const own = ownOf(index);
  switch (kind) {
    case "add":
      return [() => void window.add(a, b, c, atS, nowS), own];
    case "replace":
      return [() => void window.replace(Math.min(cell, shapeCells(window.spec)), a, b, c, atS, nowS), own];
    case "learn":
      return [() => guarded.learn(sinceS, nowS), [OBSERVED, SCRATCH]];
    case "outcome":
      return [() => recordOutcome(guarded.outcomes, lengths, atS, sinceS), [OUTCOMES]];
    case "work":
      return [() => workOn(guarded.work, lengths, atS, nowS), [WORK]];
    case "handOn":
      return [() => window.importState(window.exportState(nowS)), own];
    default:
      return [() => queryAll(guarded.windows[3 - index] as WindowRegion, a, sinceS, nowS), ownOf(3 - index)];
  }
}

function recordOutcome(outcomes: OutcomesRegion, [a, b]: Step["lengths"], atS: number, sinceS: number): void {
  outcomes.record(a % 2 === 0, b % 2 === 0, atS);
  outcomes.sumsSince(sinceS);
}

function workOn(
  work: OfferedWorkRegion,
  [a, b, c]: readonly [number, number, number],
  atS: number,
  nowS: number,
): void {
  work.add(1, atS, nowS, a / 1000, b / 1e6, c / 1e6);
  work.learn(a, b, c);
  work.ratio(a, b);
  work.rates(nowS);
}

function queryAll(window: WindowRegion, value: number, sinceS: number, nowS: number): void {
  if (window.spec.merge === "real") window.addReal(value / 1000, nowS);
  window.prune(nowS);
  window.count(sinceS, nowS);
  window.evidence(sinceS, nowS);
  window.overflow(sinceS);
  window.sum(sinceS, nowS);
  window.flow(nowS);
  window.cells(sinceS, nowS);
}
