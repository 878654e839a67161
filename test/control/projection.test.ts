import { describe, expect, it } from "vitest";
import { projectQueue, worstOf } from "../../src/control/projection";
import { resolveConfig } from "../../src/index";
import { Fleet, FleetRequest } from "../../src/parts";
import { engineProfile } from "../accounting/profiles";

/** 1 s of prefill for 1,000 tokens, and half of it. */
const SLOW = engineProfile({ ttftB: 1e-3 });
const FAST = engineProfile({ ttftB: 5e-4 });

const requestOf = (inputTokens: number) => new FleetRequest({ inputTokens, requestedTokens: 10 }, 0);

/** A slow engine that is free and a fast one that is not: either ends 1,000 tokens at 1 s. */
function fleetOf(slow: string, fast: string, order: "slow first" | "fast first"): Fleet {
  const fleet = new Fleet(resolveConfig({ ttftSloS: 1, tpotSloS: 0.05 }));
  const engines = [
    { id: slow, role: "prefill", profile: SLOW },
    { id: fast, role: "prefill", profile: FAST },
  ] as const;
  for (const engine of order === "slow first" ? engines : [...engines].reverse()) fleet.addEngine(engine, 0);
  fleet.dispatch(fleet.engine(fast), requestOf(1000), "prefill", 0);
  fleet.wait(requestOf(1000), "prefill", 0);
  return fleet;
}

describe("a request that two engines would end at the same time", () => {
  it.each(["slow first", "fast first"] as const)("goes to the one of the lower id: %s in the fleet", (order) => {
    expect(projectQueue(fleetOf("b", "a", order), 0)).toMatchObject({ ttftS: [1], queuedS: 0.5 });
    expect(projectQueue(fleetOf("a", "b", order), 0)).toMatchObject({ ttftS: [1], queuedS: 1 });
  });
});

describe("the queue of a projection", () => {
  const fleet = new Fleet(resolveConfig({ ttftSloS: 1, tpotSloS: 0.05 }));
  fleet.addEngine({ id: "p", role: "prefill", profile: SLOW }, 0);
  const early = new FleetRequest({ inputTokens: 500, requestedTokens: 10 }, 0);
  const late = new FleetRequest({ inputTokens: 1000, requestedTokens: 10 }, 1);
  const decoding = new FleetRequest({ inputTokens: 4000, requestedTokens: 10 }, 0);
  fleet.wait(late, "prefill", 1);
  fleet.wait(decoding, "decode", 1);
  fleet.wait(early, "prefill", 2);

  it("is what waits for prefill, by arrival, and not what waits for decode", () => {
    expect(projectQueue(fleet, 2)).toEqual({ requests: [early, late], ttftS: [2.5, 2.5], queuedS: 1.5 });
  });

  it("is nothing to project without an engine", () => {
    expect(projectQueue(new Fleet(resolveConfig({ ttftSloS: 1, tpotSloS: 0.05 })), 2)).toBeNull();
  });

  it("has its first one as the worst of equals", () => {
    const projection = projectQueue(fleet, 2);
    expect(projection && worstOf(projection)).toEqual({ request: early, ttftS: 2.5 });
    expect(worstOf({ requests: [], ttftS: [], queuedS: 0 })).toBeNull();
  });
});
