import { createPoolSync } from "../src/index";
import { DemandWindow } from "../src/parts";
import { SPEC } from "./windows";
import { SteadyClock, type Workload } from "./workload";

/** Distinct lengths of requests: as they come, or all with one value of a hash whose factors everybody can read. */
export type Lengths = "ordinary" | "colliding";

const PAIRS = 16_000;
const OPERATIONS = 1000;
/** So many new shapes a second fill the buckets of the defaults. */
const STEP_S = 1 / SPEC.maxShapes;

/** Prompts from 100 tokens on, answers up to 32,768. */
export function pairs(lengths: Lengths): [input: number, requested: number][] {
  const found: [number, number][] = [];
  for (let input = 100; found.length < PAIRS; input += 1) {
    for (let requested = 1; requested <= 32_768 && found.length < PAIRS; requested += 1) {
      const hash =
        lengths === "colliding" ? unseeded(input, requested) : Math.imul(input * 32_768 + requested, 0x9e3779b1);
      if ((hash & MASK) === 0) found.push([input, requested]);
    }
  }
  return found;
}

/** Slots of the table of shapes at the defaults. */
const MASK = 8191;

/** A linear hash without a seed. */
function unseeded(a: number, b: number): number {
  const rotated = Math.imul(b, 0x85ebca6b);
  const mixed = (Math.imul(a, 0x9e3779b1) ^ ((rotated << 11) | (rotated >>> 21))) >>> 0;
  return mixed ^ (mixed >>> 15);
}

/** Records arrivals of such shapes into one window. */
export const recordFlood = (lengths: Lengths) => (): Workload => {
  const clock = new SteadyClock();
  const window = new DemandWindow({ ...SPEC, clock });
  const shapes = pairs(lengths);
  let next = 0;
  return {
    operations: OPERATIONS,
    run() {
      let cells = 0;
      for (let i = 0; i < OPERATIONS; i += 1) {
        clock.timeS += STEP_S;
        cells += window.add(shapes[next] as [number, number]);
        next = next + 1 === PAIRS ? 0 : next + 1;
      }
      return cells;
    },
  };
};

/** Opens and sizes such requests, with a pass each second. */
export const requestFlood = (lengths: Lengths) => (): Workload => {
  const clock = new SteadyClock();
  const pool = createPoolSync({ slo: { ttftS: 1, tpotS: 0.05 }, clock });
  const shapes = pairs(lengths);
  let next = 0;
  const serve = () => {
    for (let i = 0; i < OPERATIONS; i += 1) {
      clock.timeS += STEP_S;
      const [input, requested] = shapes[next] as [number, number];
      pool.open().size(input, requested);
      if (i % SPEC.maxShapes === 0) pool.pass();
      next = next + 1 === PAIRS ? 0 : next + 1;
    }
    return next;
  };
  // Full windows.
  for (let i = 0; i < PAIRS; i += OPERATIONS) serve();
  return { operations: OPERATIONS, run: serve };
};
