import { describe, expect, it } from "vitest";
import { createPoolSync, manualClock, memorySink } from "../../src/index";
import { replayEvents } from "../../src/journal-entry";
import { enginesOf } from "../control/fixtures";

/** A log of a pool in which the load of prefill grows until engines move. */
function logOf(policy: Parameters<typeof createPoolSync>[0]["policy"]) {
  const clock = manualClock(0);
  const eventLog = memorySink();
  const slo = { ttftS: 1, tpotS: 2 ** -4 };
  const pool = createPoolSync({ slo, engines: enginesOf("pddd"), clock, eventLog, ...(policy && { policy }) });
  const decisions = Array.from({ length: 30 }, (_, second) => {
    for (let i = 0; i < 4; i += 1) {
      const request = pool.open();
      request.size(16 * second, 64);
      request.prefill("p0");
      request.firstToken();
      request.complete({ outputTokens: 16 + i });
    }
    clock.advance(1);
    return pool.pass().decisions;
  }).flat();
  return { rows: eventLog.rows, decisions };
}

describe("the event log of a pool with another policy", () => {
  it("gives the same decisions again", () => {
    const { rows, decisions } = logOf("headroom");
    expect(decisions.some(({ moves }) => moves.length > 0)).toBe(true);
    const replayed = replayEvents(rows);
    expect(replayed.difference).toBeNull();
    expect(replayed.decisions).toHaveLength(decisions.length);
    expect(replayed.decisions.at(-1)).toEqual(decisions.at(-1));
  });

  it("names a custom policy, which cannot be made again from it", () => {
    const { rows } = logOf({ name: "mine", reasons: ["fine"], decide: () => ({ action: "hold", reason: "fine" }) });
    expect(JSON.parse(rows[0] ?? "")).toMatchObject({ options: { policy: "mine" } });
    expect(() => replayEvents(rows)).toThrow("policy must be reactive, headroom, queue or a policy object");
  });
});
