import fc from "fast-check";
import { MAX_TOKENS } from "../../src/check";
import type { Phase, RequestShape } from "../../src/fleet";

const ENGINES = 2;
const REQUESTS = 4;

const coefficient = (max: number) =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constant(0) },
    { weight: 4, arbitrary: fc.double({ min: max / 1000, max, noNaN: true }) },
  );
const profile = fc.record({
  ttftA: coefficient(1e-9),
  ttftB: coefficient(1e-3),
  ttftC: coefficient(0.1),
  tpotSlope: coefficient(1e-6),
  tpotRequestSlope: coefficient(1e-3),
  tpotIntercept: coefficient(0.06),
  decodeMinRequests: fc.constant(1),
  decodeMaxRequests: fc.constant(64),
  decodeMinKvTokens: fc.constant(1),
  decodeMaxKvTokens: fc.constant(100_000),
});
const length = fc.oneof({ weight: 4, arbitrary: fc.nat(5000) }, { weight: 1, arbitrary: fc.nat(MAX_TOKENS) });
const shape = fc.record({
  inputTokens: length,
  requestedTokens: fc.nat(100),
  outputTokens: fc.nat(50),
  cached: fc.nat(100),
});
const phase = fc.constantFrom<Phase>("prefill", "decode", "decode");
const engine = fc.nat(ENGINES - 1);
const request = fc.nat(REQUESTS - 1);

const event = fc.oneof(
  { weight: 3, arbitrary: fc.record({ op: fc.constant("dispatch" as const), engine, request, phase }) },
  {
    weight: 15,
    arbitrary: fc.record({ op: fc.constant("token" as const), request, count: fc.constantFrom(1, 1, 1, 2, 3, 40) }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant("firstToken" as const), request }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant("wait" as const), request, phase }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant("finished" as const), request }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant("resize" as const), request, shape }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant("role" as const), engine, role: phase }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant("available" as const), engine, available: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant("profile" as const), engine, profile: fc.option(profile) }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant("roll" as const) }) },
);
// Steps in 1/64 s, now and then back.
const step = fc.oneof(
  { weight: 19, arbitrary: fc.nat(10) },
  { weight: 1, arbitrary: fc.integer({ min: -40, max: 0 }) },
);
/** Events, each with the steps of time since the one before. */
export const timeline = fc.array(fc.tuple(step, event), { minLength: 10, maxLength: 120 });

/** One random event. */
export type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

/** Engines and requests before the first event. */
export const start = fc.record({
  engines: fc.array(fc.record({ role: phase, profile: fc.option(profile) }), {
    minLength: ENGINES,
    maxLength: ENGINES,
  }),
  shapes: fc.array(shape, { minLength: REQUESTS, maxLength: REQUESTS }),
});

/** The lengths of a random shape; `cached` is a percentage. */
export function lengths(given: {
  inputTokens: number;
  requestedTokens: number;
  outputTokens: number;
  cached: number;
}): Required<RequestShape> {
  const { cached, ...rest } = given;
  return { ...rest, cachedTokens: Math.floor((rest.inputTokens * cached) / 100) };
}
