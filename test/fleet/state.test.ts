import { describe, expect, it } from "vitest";
import { decodeFleet, decoding, request } from "./fixtures";

/** A decode engine with one gap of 1 s in the interval that began at 1 s. */
function worked() {
  const [fleet, engine] = decodeFleet();
  const running = decoding(fleet, engine, 1000);
  fleet.token(running, 0);
  fleet.token(running, 1);
  fleet.roll(1);
  fleet.token(running, 2);
  return { fleet, engine };
}

describe("the state of an engine", () => {
  it("is that of the interval that runs", () => {
    const { engine } = worked();
    const { price, gaps } = engine.exportState(3);
    expect(price).toEqual({ meanS: 0, integral: 0, intervalStartS: 1, integratedToS: 3 });
    expect(gaps).toMatchObject({ meanS: 1, sumS: 1, count: 1, ratioCount: 1, mixed: false });
    expect(gaps.lastPrefillChangeS).toBe(Number.NEGATIVE_INFINITY);
  });

  it("is as if its prefill residents left at that time", () => {
    const { fleet, engine } = worked();
    fleet.dispatch(engine, request(2000), "prefill", 2.5);
    fleet.roll(3);
    const { price, gaps } = engine.exportState(4);
    expect(price).toEqual({ meanS: 0.5, integral: 2, intervalStartS: 3, integratedToS: 4 });
    expect(gaps).toMatchObject({ count: 0, mixed: true, lastPrefillChangeS: 4 });
  });

  it("is mixed where they have left before, as of then", () => {
    const { fleet, engine } = worked();
    const prefilling = request(2000);
    fleet.dispatch(engine, prefilling, "prefill", 2.5);
    fleet.finished(prefilling, 3);
    expect(engine.exportState(4).gaps).toMatchObject({ count: 1, mixed: true, lastPrefillChangeS: 3 });
    fleet.roll(4);
    expect(engine.exportState(5).gaps).toMatchObject({ count: 0, mixed: false, lastPrefillChangeS: 3 });
  });

  it("never lets its times go back", () => {
    const { fleet, engine } = worked();
    fleet.dispatch(engine, request(2000), "prefill", 3);
    const { price, gaps } = engine.exportState(2);
    expect(price).toMatchObject({ integral: 0, integratedToS: 3 });
    expect(gaps.lastPrefillChangeS).toBe(3);
  });

  it("is what an engine elsewhere goes on from, and forgets when it starts anew", () => {
    const { engine } = worked();
    const state = engine.exportState(3);
    const [taker, other] = decodeFleet();
    taker.importState([state], 3);
    expect(other.exportState(3)).toEqual(state);
    taker.importState([], 7);
    expect(other.exportState(7)).toMatchObject({
      lastMoveS: null,
      correction: 1,
      price: { meanS: 0, integral: 0, intervalStartS: 7, integratedToS: 7 },
      gaps: { meanS: 0, sumS: 0, count: 0, mixed: false },
    });
  });
});
