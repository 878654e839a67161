import { describe, expect, it } from "vitest";
import { createPoolSync, manualClock } from "../../src/index";
import { profile } from "../simulation/fleet-helpers";

describe("a burst with the urgent path on", () => {
  it("looks at no queue of more than 256 requests while an event is armed, and counts them all", () => {
    const clock = manualClock(0);
    const engines = [
      { id: "p", role: "prefill" as const, profile },
      { id: "d", role: "decode" as const, profile },
    ];
    const pool = createPoolSync({ slo: { ttftS: 1, tpotS: 1 }, engines, clock, urgent: true });
    for (let request = 0; request < 2000; request++) {
      const handle = pool.open();
      handle.size(1024, 10);
      handle.wait();
    }
    expect(pool.urgentPending).toBe(true);
    const [decision] = pool.urgent().decisions;
    // The first one meets its SLO. The projection of the 256th is the highest.
    expect(decision?.urgentSignals).toBe(1999);
    expect(decision?.initialProjectedTtftS).toBe(256);
    expect(decision?.projectedTtftS).toBe(2000);
  });
});
