import { describe, expect, it } from "vitest";
import { createPoolSync, manualClock, type Pool } from "../../src/index";
import { enginesOf } from "../control/fixtures";
import { decidedDifferently } from "./view";

function made(policy: "headroom" | "reactive" = "headroom") {
  const clock = manualClock(0);
  const slo = { ttftS: 1, tpotS: 2 ** -4 };
  return { clock, pool: createPoolSync({ slo, engines: enginesOf("pddd"), clock, policy }) };
}

/** Requests of a second, longer and longer ones; all of them end in it. */
function serve(pool: Pool, second: number): void {
  for (let i = 0; i < 4; i += 1) {
    const request = pool.open();
    request.size(100 + 8 * second, 64);
    request.prefill("p0");
    request.firstToken();
    request.complete({ outputTokens: 16 + i });
  }
}

describe("a headroom pool that goes on with another one's accounts", () => {
  it("decides the same as one that never stopped", () => {
    const stays = made();
    for (let second = 0; second < 20; second += 1) {
      serve(stays.pool, second);
      stays.clock.advance(1);
      stays.pool.pass();
    }
    const taken = made();
    taken.pool.restore(stays.pool.snapshot());
    expect(taken.pool.snapshot()).toEqual(stays.pool.snapshot());
    let moves = 0;
    for (let second = 20; second < 60; second += 1) {
      const decisions = [taken, stays].map(({ pool, clock }) => {
        serve(pool, second);
        clock.advance(1);
        return pool.pass().decisions;
      });
      expect(decidedDifferently(decisions[0] ?? [], decisions[1] ?? [])).toEqual([]);
      moves += decisions[0]?.flatMap((decision) => decision.moves).length ?? 0;
    }
    expect(moves).toBeGreaterThan(0);
  });

  it("begins its statistics anew where the other one kept none", () => {
    const { pool, clock } = made();
    pool.restore(made("reactive").pool.snapshot(), { elapsedS: 3.5 });
    clock.advance(4);
    expect(pool.pass().decisions).toMatchObject([{ headroomBasis: "history_short", offeredHistoryS: 3 }]);
  });
});
