import fc from "fast-check";
import { IO_BASE } from "../../assembly/layout";
import { Accounting } from "../../src/accounting/accounting";
import type { Pool } from "../../src/pool/pool";
import type { RequestHandle } from "../../src/pool/request";
import { planBytes } from "../../src/wasm/core";
import { MOVES, type Move } from "../pool/moves";
import { captured } from "./captured";
import { allowed, assertRule, demandJson } from "./expectations";
import { anyNumber, anything } from "./mutations";
import { PROFILE, smallPool } from "./subjects";

type Untyped = Record<string, (...args: readonly unknown[]) => unknown>;

const METHODS = Object.keys(MOVES) as Move[];
const QUERIES = ["demand", "loads", "history", "learned", "scores", "pass", "urgent", "sample", "state", "snapshot"];
const TAKERS = [
  "attainment",
  "whatIf",
  "scores",
  "addEngine",
  "removeEngine",
  "recordRisk",
  "moved",
  "moveFailed",
  "restore",
];
const SETTERS = ["setAvailable", "setPinned", "setProfile"];

const args = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<readonly unknown[]>([], ["p"], ["d"], [5], [1000, 50], [7, 0]) },
  { weight: 3, arbitrary: fc.array(anything, { maxLength: 3 }) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.nat(2 ** 32), fc.nat(2 ** 32), fc.record({ at: anyNumber, cachedTokens: anyNumber })),
  },
);

const call = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      on: fc.constant("request" as const),
      which: fc.nat(3),
      name: fc.constantFrom(...METHODS),
      args,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ on: fc.constant("open" as const), which: fc.constant(0), name: fc.constant("open"), args }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      on: fc.constant("pool" as const),
      which: fc.constant(0),
      name: fc.constantFrom(...QUERIES),
      args: fc.constant([]),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      on: fc.constant("pool" as const),
      which: fc.constant(0),
      name: fc.constantFrom(...TAKERS),
      args,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      on: fc.constant("pool" as const),
      which: fc.constant(0),
      name: fc.constantFrom(...SETTERS),
      args: fc.tuple(fc.constantFrom("p", "d", "x"), fc.oneof(fc.constant(PROFILE), anything)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      on: fc.constant("clock" as const),
      which: fc.constant(0),
      name: fc.constantFrom("advance", "set"),
      args: fc.tuple(fc.oneof(fc.integer({ min: -3, max: 9 }), anyNumber)),
    }),
  },
);

/**
 * A pool, whatever is called in whatever order with whatever values: a typed error at most, never a trap, a state that
 * is JSON; and of the core's memory neither what lies before its regions changes, nor what lies behind them.
 */
export const poolCalls = fc.property(
  fc.array(call, { maxLength: 60 }),
  fc.constantFrom("reactive" as const, "headroom" as const, "queue" as const),
  fc.boolean(),
  (calls, policy, binned) => {
    const { made, memory } = captured(() => smallPool({ policy, binned }));
    const { pool, clock } = made;
    const still = stillParts(memory, pool);
    const before = still.map((part) => part.slice());
    const requests: RequestHandle[] = [pool.open()];
    for (const { on, which, name, args } of calls) {
      if (on === "clock") (clock as unknown as Untyped)[name]?.(...args);
      else if (on === "request")
        allowed(() => (requests.at(-1 - which) as unknown as Untyped | undefined)?.[name]?.(...args));
      else if (on === "open")
        requests.push(allowed(() => pool.open(args[0] as never)) ?? (requests[0] as RequestHandle));
      else allowed(() => (pool as unknown as Untyped)[name]?.(...args));
    }
    const state = allowed(() => pool.state());
    if (state) demandJson(state);
    assertRule(
      still.every((part, i) => part.every((byte, at) => byte === before[i]?.[at])),
      "a byte outside of all regions has changed",
    );
  },
);

/** What lies before the regions, and behind them. */
function stillParts(memory: WebAssembly.Memory, pool: Pool): Uint8Array[] {
  const bytes = new Uint8Array(memory.buffer);
  return [bytes.subarray(0, IO_BASE), bytes.subarray(endOf(pool))];
}

/** Where the regions of a pool end, with statistics of offered work: those of another one end earlier. */
function endOf({ config }: Pool): number {
  const { windows, outcomes } = new Accounting(config, { now: () => 0 }).specs;
  return planBytes({ windows: Object.values(windows), outcomes, learnFrom: 2, offeredWork: true });
}
