import { describe, expect, it } from "vitest";
import { type Config, resolveConfig } from "../../src/config";
import type { MoveRequest } from "../../src/control/move-request";
import { type MoveOutcome, Moves } from "../../src/control/moves";
import { type EngineOptions, Fleet, FleetRequest, type Phase, type Role } from "../../src/fleet";
import { enginesOf } from "./fixtures";

function movesOf(engines: readonly EngineOptions[], config: Partial<Config> = {}, host = false) {
  const resolved = resolveConfig({ ttftSloS: 1, tpotSloS: 2 ** -4, cooldownS: 0, ...config });
  const fleet = new Fleet(resolved);
  for (const engine of engines) fleet.addEngine(engine, 0);
  return { fleet, moves: new Moves(resolved, fleet, 0, host) };
}

const to = (target: Role): MoveRequest => ({ target, by: "reactive" });

/** So many requests of so many tokens on an engine. */
function residents(fleet: Fleet, engine: string, phase: Phase, count: number, inputTokens = 1024): void {
  for (let request = 0; request < count; request += 1) {
    const resident = new FleetRequest({ inputTokens, requestedTokens: 0 }, 0);
    fleet.dispatch(fleet.engine(engine), resident, phase, 0);
  }
}

function blocked(reason: string, value: number, threshold: number, clearsInS: number | null = null) {
  return { result: "blocked", reason, limit: { gate: reason, value, threshold, clearsInS } };
}

/** The engine that moved. */
function moved(outcome: MoveOutcome): string {
  return "move" in outcome ? outcome.move.engine : outcome.reason;
}

describe("a gate blocks a move", () => {
  it("to decode, too soon after the start or the last one", () => {
    const { moves } = movesOf(enginesOf("pppppd"), { cooldownS: 10 });
    expect(moves.move(to("decode"), 7)).toEqual(blocked("cooldown", 7, 10, 3));
    expect(moves.move(to("decode"), 10).result).toBe("applied");
    expect(moves.move(to("decode"), 19.5)).toEqual(blocked("cooldown", 9.5, 10, 0.5));
    expect(moves.move({ ...to("decode"), bypassCooldown: true }, 19.5).result).toBe("applied");
    expect(moves.move(to("decode"), 29)).toEqual(blocked("cooldown", 9.5, 10, 0.5));
    expect(moves.move(to("prefill"), 29).result).toBe("applied");
    expect(moves.move(to("decode"), 29.5).result).toBe("applied");
  });

  it("from a role with one available engine, or none", () => {
    const { fleet, moves } = movesOf(enginesOf("pdd"));
    expect(moves.move(to("decode"), 0)).toEqual(blocked("last_live_engine", 1, 2));
    fleet.setAvailable("d1", false);
    expect(moves.move(to("prefill"), 0)).toEqual(blocked("last_live_engine", 1, 2));
    fleet.setAvailable("d2", false);
    expect(moves.move(to("prefill"), 0)).toEqual(blocked("last_live_engine", 0, 2));
  });

  it("that would break the floor of the role it leaves, by its available engines", () => {
    const { fleet, moves } = movesOf(enginesOf("pppddd"), { minPrefill: 3, minDecode: 2 });
    expect(moves.move(to("decode"), 0)).toEqual(blocked("live_floor_prefill", 2, 3));
    fleet.setAvailable("d3", false);
    expect(moves.move(to("prefill"), 0)).toEqual(blocked("live_floor_decode", 1, 2));
    fleet.setAvailable("d3", true);
    expect(moves.move(to("prefill"), 0).result).toBe("applied");
  });

  it("when all that could give are pinned", () => {
    const { fleet, moves } = movesOf(enginesOf("ppd"));
    fleet.setPinned("p0", true);
    fleet.setPinned("p1", true);
    expect(moves.move(to("decode"), 0)).toEqual(blocked("pinned", 0, 1));
    fleet.setPinned("p1", false);
    expect(moved(moves.move(to("decode"), 0))).toBe("p1");
  });

  it("when all that could give have moved too recently", () => {
    const { fleet, moves } = movesOf(enginesOf("ppppd"), { dwellS: 30 });
    expect(moved(moves.move(to("decode"), 5))).toBe("p0");
    expect(moved(moves.move(to("decode"), 8))).toBe("p1");
    fleet.setPinned("d4", true);
    expect(moves.move(to("prefill"), 17)).toEqual(blocked("dwell", 12, 30, 18));
    expect(moved(moves.move(to("prefill"), 35))).toBe("p0");
    expect(moves.move(to("prefill"), 36)).toEqual(blocked("dwell", 28, 30, 2));
  });

  it("never by a dwell of 0, even if the clock has stepped back", () => {
    const { moves } = movesOf(enginesOf("ppd"));
    expect(moved(moves.move(to("decode"), 10))).toBe("p0");
    expect(moved(moves.move(to("prefill"), 9))).toBe("p0");
  });

  it("never by dwell when the engine is named", () => {
    const { fleet, moves } = movesOf(enginesOf("ppdd"), { dwellS: 30 });
    expect(moved(moves.move(to("decode"), 1))).toBe("p0");
    const request: MoveRequest = { target: "prefill", by: "floor_recovery", donor: fleet.engine("p0") };
    expect(moves.move(request, 2)).toMatchObject({ result: "applied", reason: "restore_prefill_floor" });
  });

  it("to prefill, of an engine with too many decode residents", () => {
    const { fleet, moves } = movesOf(enginesOf("pdd"), { flipResidentGuard: 2 });
    residents(fleet, "d1", "decode", 3, 1);
    residents(fleet, "d2", "decode", 4, 1);
    expect(moves.move(to("prefill"), 0)).toEqual(blocked("resident_guard", 3, 2));
    const named: MoveRequest = { target: "prefill", by: "floor_recovery", donor: fleet.engine("d2") };
    expect(moves.move(named, 0)).toEqual(blocked("resident_guard", 4, 2));
    expect(moves.counts().refusals).toBe(2);
  });

  it("but the guard lets as many go as it says, and is no matter of moves to decode", () => {
    const guarded = movesOf(enginesOf("pdd"), { flipResidentGuard: 2 });
    residents(guarded.fleet, "d1", "decode", 2);
    residents(guarded.fleet, "d2", "decode", 3);
    expect(moved(guarded.moves.move(to("prefill"), 0))).toBe("d1");
    const toDecode = movesOf(enginesOf("ppd"), { flipResidentGuard: 2 });
    residents(toDecode.fleet, "p0", "decode", 9);
    residents(toDecode.fleet, "p1", "decode", 9);
    expect(moved(toDecode.moves.move(to("decode"), 0))).toBe("p0");
  });

  it("and of several gates the first one is named", () => {
    const { fleet, moves } = movesOf(enginesOf("pd"), { cooldownS: 10, minPrefill: 2, dwellS: 30, advisory: true });
    fleet.setPinned("p0", true);
    const reason = (nowS: number) => moves.move(to("decode"), nowS).reason;
    expect(reason(1)).toBe("cooldown");
    expect(reason(10)).toBe("last_live_engine");
    fleet.addEngine({ id: "p2", role: "prefill", pinned: true }, 10);
    expect(reason(11)).toBe("live_floor_prefill");
    fleet.addEngine({ id: "p3", role: "prefill", pinned: true }, 11);
    expect(reason(12)).toBe("pinned");
    fleet.setPinned("p3", false);
    expect(moves.move(to("decode"), 13)).toMatchObject({ result: "advisory", reason: "improved" });
  });
});

describe("the donor", () => {
  it("to decode has the least prefill work", () => {
    const { fleet, moves } = movesOf(enginesOf("pppd"));
    residents(fleet, "p0", "prefill", 3);
    residents(fleet, "p1", "prefill", 1, 2048);
    residents(fleet, "p2", "prefill", 4);
    expect(moved(moves.move(to("decode"), 0))).toBe("p1");
  });

  it("to decode without a profile has the fewest tokens, whatever the others' seconds", () => {
    const { fleet, moves } = movesOf([...enginesOf("p"), { id: "bare", role: "prefill" }, ...enginesOf("d")]);
    residents(fleet, "p0", "prefill", 2);
    residents(fleet, "bare", "prefill", 1, 1);
    // 2 s of work against 1 token.
    expect(moved(moves.move(to("decode"), 0))).toBe("bare");
  });

  it("to prefill has the fewest decode tokens, not requests", () => {
    const { fleet, moves } = movesOf(enginesOf("pddd"));
    residents(fleet, "d1", "decode", 1, 400);
    residents(fleet, "d2", "decode", 3, 100);
    residents(fleet, "d3", "decode", 1, 301);
    expect(moved(moves.move(to("prefill"), 0))).toBe("d2");
  });

  it("is before all others one that works in the other phase already", () => {
    const toDecode = movesOf(enginesOf("ppd"));
    residents(toDecode.fleet, "p0", "prefill", 1);
    residents(toDecode.fleet, "p1", "prefill", 9);
    residents(toDecode.fleet, "p1", "decode", 1);
    expect(moved(toDecode.moves.move(to("decode"), 0))).toBe("p1");
    const toPrefill = movesOf(enginesOf("pdd"));
    residents(toPrefill.fleet, "d2", "decode", 9);
    residents(toPrefill.fleet, "d2", "prefill", 1);
    expect(moved(toPrefill.moves.move(to("prefill"), 0))).toBe("d2");
  });

  it("is the first in fleet order of equals", () => {
    const { fleet, moves } = movesOf(enginesOf("pdddd"));
    residents(fleet, "d1", "decode", 1);
    expect(moved(moves.move(to("prefill"), 0))).toBe("d2");
    expect(moved(moves.move(to("prefill"), 0))).toBe("d3");
  });

  it("is available, of the role that gives, not pinned and not dwelling", () => {
    const { fleet, moves } = movesOf(enginesOf("pppdddd"), { dwellS: 5 });
    expect(moved(moves.move(to("decode"), 0))).toBe("p0");
    fleet.setAvailable("d3", false);
    fleet.setPinned("d4", true);
    expect(moved(moves.move(to("prefill"), 1))).toBe("d5");
    expect(moved(moves.move(to("prefill"), 2))).toBe("d6");
  });
});

describe("what is counted", () => {
  it("moves by cause and role, reversals, and what the engines held", () => {
    const { fleet, moves } = movesOf(enginesOf("ppdd"));
    residents(fleet, "p0", "prefill", 2);
    residents(fleet, "p0", "decode", 1);
    expect(moved(moves.move(to("decode"), 1))).toBe("p0");
    expect(moves.move({ target: "prefill", by: "floor_recovery", donor: fleet.engine("p0") }, 2).result).toBe(
      "applied",
    );
    expect(moves.move({ target: "decode", by: "decode_floor" }, 3)).toMatchObject({ reason: "restore_decode_floor" });
    expect(moves.counts()).toEqual({
      moves: new Map([
        ["reactive:decode", 1],
        ["floor_recovery:prefill", 1],
        ["decode_floor:decode", 1],
      ]),
      reversals: 2,
      refusals: 0,
      inflight: { prefill: 6, decode: 3 },
      newestRefusals: [],
    });
    expect(fleet.engine("p0").lastMoveS).toBe(3);
  });

  it("every refusal, and the newest 20 of them one by one", () => {
    const { moves } = movesOf(enginesOf("pd"));
    for (let nowS = 0; nowS < 25; nowS += 1) moves.move(to("prefill"), nowS);
    const { refusals, newestRefusals } = moves.counts();
    expect(refusals).toBe(25);
    expect(newestRefusals.map(({ atS }) => atS)).toEqual(Array.from({ length: 20 }, (_, index) => index + 5));
    expect(newestRefusals[19]).toEqual({ atS: 24, target: "prefill", by: "reactive", reason: "last_live_engine" });
  });

  it("an advisory move as a refusal: nothing moves, cools down or dwells", () => {
    const { fleet, moves } = movesOf(enginesOf("ppd"), { advisory: true, cooldownS: 10 });
    for (const nowS of [10, 11]) {
      expect(moves.move(to("decode"), nowS)).toEqual({
        result: "advisory",
        reason: "improved",
        limit: { gate: "advisory", value: 1, threshold: 0, clearsInS: null },
      });
    }
    expect(fleet.countByRole("decode")).toBe(1);
    expect(fleet.engine("p0").lastMoveS).toBeNull();
    const refusal = { target: "decode", by: "reactive", reason: "advisory" } as const;
    expect(moves.counts()).toMatchObject({
      moves: new Map(),
      refusals: 2,
      newestRefusals: [
        { atS: 10, ...refusal },
        { atS: 11, ...refusal },
      ],
    });
  });

  it("an engine that left and came back as one that never moved", () => {
    const { fleet, moves } = movesOf(enginesOf("ppdd"), { dwellS: 100 });
    expect(moved(moves.move(to("decode"), 0))).toBe("p0");
    fleet.removeEngine("p0", 1);
    fleet.addEngine({ id: "p0", role: "decode" }, 1);
    fleet.setPinned("d2", true);
    fleet.setPinned("d3", true);
    expect(moved(moves.move(to("prefill"), 2))).toBe("p0");
    expect(moves.counts().reversals).toBe(0);
  });
});

describe("several engines", () => {
  it("are one move to the cooldown", () => {
    const { moves } = movesOf(enginesOf("pppppd"), { cooldownS: 10 });
    const first = ["p0", "p1", "p2"].map((engine) => ({ engine, from: "prefill", to: "decode" }));
    expect(moves.moveSeveral(to("decode"), 3, 10)).toEqual({
      result: "applied",
      reason: "improved",
      limit: null,
      moves: first,
    });
    expect(moves.moveSeveral(to("decode"), 3, 19)).toEqual({ ...blocked("cooldown", 9, 10, 1), moves: [] });
  });

  it("move until a gate blocks one, which is told", () => {
    const { moves } = movesOf(enginesOf("pppd"));
    expect(moves.moveSeveral(to("decode"), 3, 0)).toEqual({
      result: "applied",
      reason: "improved",
      limit: { gate: "last_live_engine", value: 1, threshold: 2, clearsInS: null },
      moves: ["p0", "p1"].map((engine) => ({ engine, from: "prefill", to: "decode" })),
    });
    expect(moves.counts()).toMatchObject({ moves: new Map([["reactive:decode", 2]]), refusals: 1 });
  });
});

describe("moves that go on elsewhere", () => {
  /** p0 has moved to decode at 3 s, and one more move was refused at 4 s. */
  function given() {
    const made = movesOf(enginesOf("ppd"), { cooldownS: 2 });
    made.moves.move(to("decode"), 3);
    made.moves.move(to("decode"), 4);
    return made.moves.exportState();
  }

  const refusal = { atS: 4, target: "decode", by: "reactive", reason: "cooldown" };

  it("hand on their counts, the cooldown, and where engines were moved to", () => {
    expect(given()).toEqual({
      moves: new Map([["reactive:decode", 1]]),
      reversals: 0,
      refusals: 1,
      inflight: { prefill: 0, decode: 0 },
      newestRefusals: [refusal],
      lastToDecodeS: 3,
      lastTargets: [{ engine: "p0", target: "decode" }],
      pending: null,
      lastMoveS: 0,
    });
  });

  it("count reversals, refusals and the cooldown from there", () => {
    const state = given();
    const { moves } = movesOf(enginesOf("dpd"), { cooldownS: 2 });
    moves.importState(state, 4.5);
    expect(moves.move(to("decode"), 4.5)).toEqual(blocked("cooldown", 1.5, 2, 0.5));
    expect(moved(moves.move(to("prefill"), 4.5))).toBe("d0");
    expect(moves.counts()).toMatchObject({ reversals: 0, refusals: 2 });
    expect(moves.counts().newestRefusals).toEqual([refusal, { ...refusal, atS: 4.5 }]);
    expect(state.newestRefusals).toEqual([refusal]);
  });

  it("know the engines by their ids, and drop those that are not here", () => {
    const [, ...others] = enginesOf("ppd");
    const back = movesOf([{ id: "p0", role: "decode" }, ...others]);
    back.moves.importState(given(), 5);
    expect(moved(back.moves.move(to("prefill"), 5))).toBe("p0");
    expect(back.moves.counts().reversals).toBe(1);
    const without = movesOf(others);
    without.moves.importState(given(), 5);
    expect(without.moves.exportState().lastTargets).toEqual([]);
  });
});
