import { describe, expect, it } from "vitest";
import { resolveConfig } from "../../src/config";
import { type EngineOptions, FleetRequest, FleetTracker, type Phase } from "../../src/fleet";
import { fleetOf, request } from "./fixtures";

const both = "both" as Phase;
const SHAPE = { inputTokens: 10, requestedTokens: 10 };
const TOKENS = "must be a whole number of tokens";

function oneEngine() {
  const fleet = fleetOf([{ id: "a", role: "decode" }]);
  return { fleet, engine: fleet.engine("a"), added: (options: object) => fleet.addEngine(options as EngineOptions, 0) };
}

function tracked(): FleetTracker {
  const tracker = new FleetTracker(resolveConfig({ ttftSloS: 1, tpotSloS: 0.05 }));
  tracker.fleet.addEngine({ id: "a", role: "decode" }, 0);
  return tracker;
}

/** What is refused, and what the error says, but for a time that is none. */
const REFUSED: readonly (readonly [string, () => unknown])[] = [
  ['unknown engine "b"', () => oneEngine().fleet.engine("b")],
  ['role must be "prefill" or "decode", got "both"', () => oneEngine().added({ id: "b", role: both })],
  ['role must be "prefill" or "decode", got "both"', () => oneEngine().fleet.setRole("a", both)],
  ['id must be a string that is not empty, got ""', () => oneEngine().added({ id: "", role: "decode" })],
  ["id must be a string that is not empty, got 7", () => oneEngine().added({ id: 7, role: "decode" })],
  ['id must be the id of no other engine, got "a"', () => oneEngine().added({ id: "a", role: "decode" })],
  [
    "engines must be at most 256, got 257",
    () => fleetOf(Array.from({ length: 257 }, (_, index) => ({ id: `${index}`, role: "decode" as const }))),
  ],
  ['phase must be "prefill" or "decode", got "both"', () => oneEngine().fleet.wait(request(1), both, 0)],
  [
    'phase must be "prefill" or "decode", got "both"',
    () => {
      const { fleet, engine } = oneEngine();
      fleet.dispatch(engine, request(1), both, 0);
    },
  ],
  [
    'unknown engine "a"',
    () => {
      const { fleet, engine } = oneEngine();
      fleet.removeEngine("a", 0);
      fleet.dispatch(engine, request(1), "decode", 0);
    },
  ],
  [`inputTokens ${TOKENS}, 0 .. 4294967295, got -1`, () => request(-1)],
  [`requestedTokens ${TOKENS}, 0 .. 4294967295, got 0.5`, () => request(1, { requestedTokens: 0.5 })],
  [`cachedTokens ${TOKENS}, 0 .. 4294967295, got -1`, () => request(1, { cachedTokens: -1 })],
  [`outputTokens ${TOKENS}, 0 .. 4294967295, got NaN`, () => request(1, { outputTokens: Number.NaN })],
  ["cachedTokens must be <= inputTokens 1, got 2", () => request(1, { cachedTokens: 2 })],
  [`count ${TOKENS}, 1 .. 4294967295, got 0`, () => oneEngine().fleet.token(request(1), 0, 0)],
  ['phase must be "prefill" or "decode", got "both"', () => tracked().dispatch("a", "r", both, 0, SHAPE)],
  ['phase must be "prefill" or "decode", got "both"', () => tracked().wait("r", both, 0, SHAPE)],
  ['unknown request "r"', () => tracked().wait("r", "decode", 0)],
  ["requestId must be a string or a number, got null", () => tracked().wait(null as never, "decode", 0, SHAPE)],
];

/** Everything that is given a time. */
const TIMED: Readonly<Record<string, (nowS: number) => unknown>> = {
  addEngine: (nowS) => oneEngine().fleet.addEngine({ id: "b", role: "decode" }, nowS),
  removeEngine: (nowS) => oneEngine().fleet.removeEngine("a", nowS),
  roll: (nowS) => oneEngine().fleet.roll(nowS),
  poolLoad: (nowS) => oneEngine().fleet.poolLoad("decode", nowS),
  read: (nowS) => oneEngine().fleet.read(nowS),
  stalledGapS: (nowS) => oneEngine().engine.stalledGapS(nowS),
  wait: (nowS) => oneEngine().fleet.wait(request(1), "decode", nowS),
  dispatch: (nowS) => {
    const { fleet, engine } = oneEngine();
    fleet.dispatch(engine, request(1), "decode", nowS);
  },
  firstToken: (nowS) => oneEngine().fleet.firstToken(request(1), nowS),
  token: (nowS) => oneEngine().fleet.token(request(1), nowS),
  finished: (nowS) => oneEngine().fleet.finished(request(1), nowS),
  "tracker.dispatch": (nowS) => tracked().dispatch("a", "r", "decode", nowS, SHAPE),
  "tracker.wait": (nowS) => tracked().wait("r", "decode", nowS, SHAPE),
  "tracker.firstToken": (nowS) => tracked().firstToken("a", "r", nowS),
  "tracker.token": (nowS) => tracked().token("a", "r", nowS),
  "tracker.finished": (nowS) => tracked().finished("a", "r", nowS),
};

describe("a refusal", () => {
  it.each(REFUSED)("says: %s", (message, refused) => {
    expect(refused).toThrow(message);
  });

  it.each(Object.entries(TIMED))("of a time by %s names it", (_, timed) => {
    expect(() => timed(Number.NaN)).toThrow("nowS must be a finite number of seconds, got NaN");
    expect(() => timed(0)).not.toThrow();
  });

  it("of an arrival names it", () => {
    const arrived = () => new FleetRequest(SHAPE, Number.POSITIVE_INFINITY);
    expect(arrived).toThrow("arrivedS must be a finite number of seconds, got Infinity");
  });
});
