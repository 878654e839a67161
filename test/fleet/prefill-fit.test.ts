import { describe, expect, it } from "vitest";
import type { PrefillFit } from "../../src/fleet/prefill-fit";
import { Fleet, FleetRequest, resolveConfig } from "../../src/index";
import { PROFILE } from "../control/fixtures";

/** An engine that takes 1 s for 1,024 tokens, says its profile. */
function fleetOf() {
  const fleet = new Fleet(resolveConfig({ ttftSloS: 1, tpotSloS: 2 ** -4 }), { prefillFit: true });
  const engine = fleet.addEngine({ id: "p0", role: "prefill", profile: PROFILE }, 0);
  return { fleet, engine, fit: fleet.prefillFit as PrefillFit };
}

const request = (tokens = 1024) => new FleetRequest({ inputTokens: tokens, requestedTokens: 16 }, 0);

describe("the fit of prefill times", () => {
  it("is null where it is not measured", () => {
    const fleet = new Fleet(resolveConfig({ ttftSloS: 1, tpotSloS: 2 ** -4 }));
    expect(fleet.prefillFit).toBe(null);
  });

  it("moves by 0.02 of what a prefill took compared with the profile, one after the other", () => {
    const { fleet, engine, fit } = fleetOf();
    const [first, second] = [request(), request(2048)];
    fleet.dispatch(engine, first, "prefill", 1);
    fleet.dispatch(engine, second, "prefill", 1.5);
    fleet.firstToken(first, 3);
    expect(fit.ratio).toBe(1 + 0.02 * (2 - 1));
    fleet.firstToken(second, 6);
    expect(fit.ratio).toBe(1.02 + 0.02 * (3 / 2 - 1.02));
  });

  it("counts a stall as four times at most", () => {
    const { fleet, engine, fit } = fleetOf();
    const only = request();
    fleet.dispatch(engine, only, "prefill", 0);
    fleet.firstToken(only, 100);
    expect(fit.ratio).toBe(1.06);
  });

  it("counts a prefill that took no time, and none that ended before it began", () => {
    const { fleet, engine, fit } = fleetOf();
    const [backwards, atOnce] = [request(), request()];
    fleet.dispatch(engine, backwards, "prefill", 5);
    fleet.firstToken(backwards, 4);
    expect(fit.ratio).toBe(1);
    fleet.dispatch(engine, atOnce, "prefill", 5);
    fleet.firstToken(atOnce, 5);
    expect(fit.ratio).toBe(0.98);
  });

  it("learns nothing of a prefill that only began, or only ended, beside decode residents", () => {
    const { fleet, engine, fit } = fleetOf();
    const [decoding, began, ended] = [request(), request(), request()];
    fleet.dispatch(engine, decoding, "decode", 0);
    fleet.dispatch(engine, began, "prefill", 0);
    fleet.finished(decoding, 1);
    fleet.firstToken(began, 9);
    fleet.dispatch(engine, ended, "prefill", 10);
    fleet.dispatch(engine, decoding, "decode", 11);
    fleet.firstToken(ended, 19);
    expect(fit.ratio).toBe(1);
  });

  it("goes on measuring a prefill that decode residents came and went beside", () => {
    const { fleet, engine, fit } = fleetOf();
    const [only, decoding] = [request(), request()];
    fleet.dispatch(engine, only, "prefill", 0);
    fleet.dispatch(engine, decoding, "decode", 1);
    fleet.finished(decoding, 2);
    fleet.firstToken(only, 3);
    expect(fit.ratio).toBe(1 + 0.02 * (3 - 1));
  });

  it("learns nothing beside decode residents, without a profile, or of no work", () => {
    const { fleet, engine, fit } = fleetOf();
    const [decoding, beside, empty, unknown] = [request(), request(), request(0), request()];
    fleet.dispatch(engine, decoding, "decode", 0);
    fleet.dispatch(engine, beside, "prefill", 0);
    fleet.firstToken(beside, 9);
    fleet.finished(decoding, 9);
    fleet.dispatch(engine, empty, "prefill", 10);
    fleet.firstToken(empty, 12);
    fleet.setProfile("p0", null);
    fleet.dispatch(engine, unknown, "prefill", 12);
    expect(fleet.firstToken(unknown, 15)).toBe(true);
    expect(fleet.firstToken(unknown, 16)).toBe(false);
    expect(fit.ratio).toBe(1);
  });
});
