import { describe, expect, it } from "vitest";
import type { HandleState } from "../../src/pool/request-options";
import { anomaliesOf, poolAt0 } from "./fixtures";
import { ENDS, MOVES, type Move, pairs, requestIn, SITUATIONS, type Situation } from "./moves";

/** Where an allowed move leads. */
function destination(move: Move, situation: Situation, before: HandleState): HandleState {
  if (move in ENDS) return ENDS[move as keyof typeof ENDS];
  const sized = SITUATIONS[situation].some((earlier) => earlier === "size");
  switch (move) {
    case "size":
      return "sized";
    case "wait":
      return "waiting";
    case "prefill":
    case "decode":
      return move;
    case "firstToken":
      return sized ? "sized" : "pending";
    case "retry":
      return sized ? "waiting" : "pending";
    default:
      return before;
  }
}

describe("an allowed move", () => {
  it.each(pairs(true))("$move takes a request that is $situation where it belongs", ({ move, situation }) => {
    const { pool } = poolAt0({ strict: true });
    const request = requestIn(situation, pool);
    const before = request.state;
    MOVES[move](request);
    const after = destination(move, situation, before);
    expect(request.state).toBe(after);
    const engines: Partial<Record<HandleState, string>> = { prefill: "p", decode: "d" };
    expect(request.engine).toBe(engines[after] ?? null);
    expect(anomaliesOf(pool)).toEqual({});
  });

  it.each(pairs(true))("$move counts a request that was $situation once in the fleet and the counts", (pair) => {
    const { pool } = poolAt0({ strict: true });
    const request = requestIn(pair.situation, pool);
    MOVES[pair.move](request);
    const { requests, offers, fleet } = pool.state();
    const count = (states: readonly HandleState[]) => (states.includes(request.state) ? 1 : 0);
    const [prefillEngine, decodeEngine] = fleet.engines;
    expect(fleet.waiting).toBe(count(["waiting"]));
    expect([prefillEngine?.prefill_requests, prefillEngine?.decode_requests]).toEqual([count(["prefill"]), 0]);
    expect([decodeEngine?.prefill_requests, decodeEngine?.decode_requests]).toEqual([0, count(["decode"])]);
    expect(requests).toEqual({
      opened: 1,
      pending: count(["pending"]),
      open: count(["sized", "waiting", "prefill", "decode"]),
      completed: count(["completed"]),
      failed: count(["failed"]),
      expired: count(["expired"]),
      refused: count(["refused"]),
      rejected: count(["rejected"]),
      cancelled: count(["cancelled"]),
      invalid: count(["invalid"]),
    });
    const wasSized = pair.move === "size" || SITUATIONS[pair.situation].some((move) => move === "size");
    const lost = !wasSized && pair.move in ENDS && pair.move !== "invalid";
    expect(offers).toEqual({
      offered: 1,
      pending: count(["pending"]),
      sized: wasSized ? 1 : 0,
      lost: lost ? 1 : 0,
      invalid_unsized: !wasSized && pair.move === "invalid" ? 1 : 0,
      timed_out: 0,
      late: 0,
    });
  });
});
