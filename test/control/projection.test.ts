import { describe, expect, it } from "vitest";
import { projectQueue } from "../../src/control/projection";
import { Fleet, FleetRequest, resolveConfig } from "../../src/index";
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
