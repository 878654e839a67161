import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RequestHandle } from "../../src/pool/request";
import { poolAt0 } from "./fixtures";
import { MOVES, type Move } from "./moves";

const CIRCULAR: Record<string, unknown> = {};
CIRCULAR.self = CIRCULAR;

const METHODS = Object.keys(MOVES) as Move[];

/** Whatever a router might pass in by mistake, and now and then what it should. */
const value = fc.oneof(
  fc.constantFrom<unknown>(Number.NaN, Infinity, -Infinity, -0, -1, 1.5, 2 ** 32, 2 ** 53, Number.MAX_VALUE, 5e-324),
  fc.constantFrom<unknown>(
    undefined,
    null,
    "",
    "p",
    "12",
    "abc",
    true,
    7n,
    Symbol("s"),
    Object.create(null),
    [],
    () => 1,
  ),
  fc.nat(3000),
  fc.double(),
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withSparseArray: true }),
);
const options = fc.oneof(
  value,
  fc.record({ at: value, id: value, cachedTokens: value, outputTokens: value }, { requiredKeys: [] }),
);
const args: fc.Arbitrary<unknown[]> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(value, value, options) },
  { weight: 2, arbitrary: fc.tuple(options) },
  { weight: 2, arbitrary: fc.tuple(value, options) },
  { weight: 3, arbitrary: fc.constantFrom<unknown[]>([], ["p"], ["d"], [5], [1000, 50], [1, { at: 3 }]) },
);
const call = fc.record({
  laterBy: fc.integer({ min: -2, max: 40 }),
  request: fc.nat(2),
  method: fc.oneof(fc.constant("open" as const), fc.constantFrom(...METHODS)),
  args,
});

/** Every number of a JSON value. */
function numbersOf(json: unknown): number[] {
  if (typeof json === "number") return [json];
  return json !== null && typeof json === "object" ? Object.values(json).flatMap(numbersOf) : [];
}

type Untyped = Record<string, (...args: unknown[]) => void>;

describe("whatever is called in whatever order with whatever arguments", () => {
  it("a pool never throws, its state stays JSON of finite numbers, and its logs stay JSON", () => {
    fc.assert(
      fc.property(fc.array(call, { minLength: 1, maxLength: 60 }), (calls) => {
        const rows: string[] = [];
        const sink = { write: (row: string) => void rows.push(row) };
        const { pool, clock } = poolAt0({ urgent: true, journal: sink, eventLog: sink });
        const requests: RequestHandle[] = [pool.open()];
        for (const { laterBy, request, method, args } of calls) {
          clock.advance(laterBy / 4);
          if (method === "open") requests.push(pool.open(args[0] as never));
          else (requests.at(-1 - request) as unknown as Untyped | undefined)?.[method]?.(...args);
        }
        pool.pass();
        pool.urgent();
        pool.scores();
        const state = pool.state();
        expect(JSON.parse(JSON.stringify(state))).toEqual(state);
        expect(numbersOf(state).filter((number) => !Number.isFinite(number))).toEqual([]);
        for (const row of rows) expect(JSON.parse(row)).toMatchObject({ type: expect.any(String) });
        const { opened, ...places } = state.requests;
        expect(Object.values(places).reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(opened);
        expect(opened).toBe(requests.length);
      }),
      { numRuns: 200 },
    );
  });
});
