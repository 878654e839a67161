import { describe, expect, it } from "vitest";
import { Accounting } from "../../src/accounting/accounting";
import { NO_PROFILES } from "../../src/accounting/profile-set";
import { manualClock } from "../../src/clock";
import { resolveConfig } from "../../src/config";
import { Controller } from "../../src/control/controller";
import { Fleet } from "../../src/fleet";
import { freezeInputs } from "../../src/scoring/freeze-inputs";
import { FleetProfiles } from "../../src/scoring/profile-sets";
import { enginesOf, PROFILE, Scene } from "../control/fixtures";
import { fleetOf } from "../fleet/fixtures";

const BOUNDED = { ...PROFILE, prefillMinTokens: 100, prefillMaxTokens: 1000 };

describe("a decision's snapshot", () => {
  it("counts every engine, available or not", () => {
    const { pool } = new Scene("ppddd");
    pool.setAvailable("p1", false);
    pool.setAvailable("d4", false);
    const { prefillEngines, decodeEngines, profiles } = pool.decisionSnapshot();
    expect([prefillEngines, decodeEngines, profiles.engines]).toEqual([2, 3, 5]);
    pool.setProfile("d4", null);
    expect(pool.decisionSnapshot()).toMatchObject({ profiles: NO_PROFILES, profilesComplete: false });
  });

  it("counts the available ones alone where those are balanced, and takes their profiles", () => {
    const { pool } = new Scene("ppddd", { whileUnavailable: "rebalance" });
    pool.setAvailable("d4", false);
    pool.setProfile("d4", null);
    const { prefillEngines, decodeEngines, profiles } = pool.decisionSnapshot();
    expect([prefillEngines, decodeEngines, profiles.engines]).toEqual([2, 2, 4]);
  });

  it("of an account and a fleet of one's own counts every engine, unless told otherwise", () => {
    const config = resolveConfig({ ttftSloS: 1, tpotSloS: 0.05 });
    const account = new Accounting(config, manualClock(0));
    const fleet = new Fleet(config);
    for (const engine of enginesOf("ppd")) fleet.addEngine({ ...engine, available: engine.id !== "p1" }, 0);
    expect(freezeInputs(account, fleet, NO_PROFILES, 0)).toMatchObject({ prefillEngines: 2, decodeEngines: 1 });
    expect(freezeInputs(account, fleet, NO_PROFILES, 0, "available").prefillEngines).toBe(1);
  });

  it.each([
    [[], true],
    [[100, 1000], true],
    [[99, 500], true],
    [[0], true],
    [[500, 1001], false],
  ])("with work of %j prefill tokens to come: profiles are complete %s", (waiting, complete) => {
    const { pool } = new Scene("", { engines: enginesOf("pd", BOUNDED) });
    for (const tokens of waiting) {
      const request = pool.open();
      request.size(tokens + 50, 64, { cachedTokens: 50 });
      request.wait();
    }
    expect(pool.decisionSnapshot().profilesComplete).toBe(complete);
  });

  it("scores by no demand while an engine has no profile, where a record shows that of those that exist", () => {
    const { pool } = new Scene("pd").arrivals(1).at(8).demand({ prefill: 1 });
    expect(pool.demand().prefillDemand).toBe(1);
    expect(pool.decisionSnapshot().demand).toEqual(pool.demand());
    pool.setProfile("d1", null);
    expect(pool.demand()).toMatchObject({ prefillDemand: 1, gaps: [] });
    expect(pool.decisionSnapshot().demand).toMatchObject({ prefillDemand: 0, gaps: ["no_profiles"] });
  });

  it("has the demand of the record where every engine has a profile: it is priced once", () => {
    const fleet = fleetOf(enginesOf("pd"));
    const account = new Accounting(resolveConfig({ ttftSloS: 1, tpotSloS: 0.05 }), manualClock(0));
    const { snapshot, demand } = new Controller(account, fleet).read(0);
    expect(snapshot.demand).toBe(demand);
  });
});

describe("the profiles of a fleet", () => {
  const other = { ...PROFILE, ttftB: 1 };

  it("are made anew only when an engine or a profile has changed", () => {
    const fleet = fleetOf(enginesOf("ppd"));
    const profiles = new FleetProfiles();
    const first = profiles.existing(fleet.engines);
    expect(profiles.existing(fleet.engines)).toBe(first);
    expect(profiles.all(fleet.engines)).toBe(first);
    fleet.setProfile("d2", other);
    expect([...profiles.existing(fleet.engines).weights.values()]).toEqual([2, 1]);
    fleet.removeEngine("d2", 0);
    expect(profiles.existing(fleet.engines).engines).toBe(2);
    fleet.addEngine({ id: "d3", role: "decode", profile: other }, 0);
    expect(profiles.all(fleet.engines).engines).toBe(3);
  });

  it("are those that exist, or all of them or none", () => {
    const fleet = fleetOf(enginesOf("ppd"));
    const profiles = new FleetProfiles();
    fleet.setProfile("p0", null);
    expect(profiles.existing(fleet.engines).engines).toBe(2);
    expect(profiles.all(fleet.engines)).toBe(NO_PROFILES);
    for (const engine of ["p1", "d2"]) fleet.setProfile(engine, null);
    expect(profiles.existing(fleet.engines)).toBe(NO_PROFILES);
  });
});
