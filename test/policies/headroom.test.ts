import { describe, expect, it } from "vitest";
import type { Decision } from "../../src/decision/decision";
import { resolveConfig } from "../../src/index";
import { headroomPolicy } from "../../src/policies/headroom";
import type { PolicyView } from "../../src/policies/policy";
import type { SplitScore } from "../../src/scoring/scores";
import { enginesOf, PROFILE, Scene, served } from "../control/fixtures";

function headroom(roles: string, options = {}): Scene {
  return new Scene(roles, { policy: "headroom", ...options });
}

describe("the headroom policy", () => {
  it("decides as the queue policy does without a model, and with less than 5 whole seconds of history", () => {
    const bare = headroom("pdd", { engines: enginesOf("pdd", null) });
    expect(bare.at(9).decide()).toMatchObject({ by: "headroom", reason: "queues_short", headroomBasis: "no_model" });
    for (let i = 0; i < 3; i += 1) bare.waiting(1);
    expect(bare.at(10).decide()).toMatchObject({ reason: "confirming", prefill: 2, headroomBasis: "no_model" });
    expect(bare.at(11).decide()).toMatchObject({ result: "applied", prefill: 2, lineRequests: 3 });
    expect(served(headroom("pd"), 1, 4).decide()).toMatchObject({
      reason: "queues_short",
      headroomBasis: "history_short",
      offeredHistoryS: 4,
    });
  });

  it("holds where floors leave no split", () => {
    expect(served(headroom("pd", { minPrefill: 2 }), 1, 5).decide()).toMatchObject({
      reason: "no_candidate",
      limit: { gate: "candidates", value: 0, threshold: 1 },
    });
  });

  it("moves as many engines at once as the best split needs, whatever the step", () => {
    // z(p) = min((p - 2.5) / 0.15, (6 - p) / 0.15): of 4 prefill engines 10, of the present one -10.
    const scene = served(headroom("pddddd", { stepS: 100, cooldownS: 100 }), 2.5, 5);
    const decision = scene.decide();
    expect(decision).toMatchObject({
      result: "applied",
      reason: "improved",
      prefill: 4,
      decode: 2,
      currentPrefill: 1,
      offeredHistoryS: 5,
      headroomBasis: "model",
      prefillLoadEngines: 2.5,
      prefillSpreadEngines: 0.15,
      decodeLoadEngines: 0,
      headroomCurrent: -10,
      headroomBest: 10,
      headroomBestPrefill: 4,
      limit: null,
    } satisfies Partial<Decision>);
    expect(decision.moves.map(({ engine }) => engine)).toEqual(["d1", "d2", "d3"]);
    expect(scene.roles).toBe("ppppdd");
    expect(scene.decide()).toMatchObject({
      result: "held",
      reason: "headroom_ample",
      limit: { gate: "headroom", value: 10, threshold: 3 },
    });
  });

  it("counts a backlog as if it had to be gone in 3 s", () => {
    const scene = served(headroom("pd"), 0.25, 5);
    scene.prefilling("p0", 3);
    expect(scene.decide()).toMatchObject({ prefillBacklogS: 3, prefillLoadEngines: (0.25 * 5) / 5 + 3 / 3 });
  });

  it("counts the engines that those take which wait for decode", () => {
    const scene = served(headroom("pd"), 0.25, 5);
    for (let count = 0; count < 2; count += 1) {
      const request = scene.pool.open();
      request.size(0, 640);
      request.firstToken();
      request.wait();
    }
    // Each takes one of the 8 places of an engine. What came in this second is not offered yet.
    expect(scene.decide()).toMatchObject({ decodeBacklogEngines: 2 / 8, decodeLoadEngines: 2 / 8 });
  });

  it("holds where the present split is the best, or a better one gains too little", () => {
    expect(served(headroom("pd"), 0.75, 5).decide()).toMatchObject({
      reason: "headroom_best",
      limit: { gate: "headroom_gain", value: 0, threshold: 1.5 },
    });
    // Three engines, and a load of prefill alone: z(1) = -0.5 / 0.15; z(2) = 0.5 / 0.15.
    expect(served(headroom("pdd"), 1.5, 5).decide()).toMatchObject({ result: "applied", prefill: 2 });
  });

  it("keeps floors and pins, and names what stops the rest of a move", () => {
    expect(served(headroom("pdddd", { minDecode: 3 }), 2.5, 5).decide()).toMatchObject({ prefill: 2, decode: 3 });
    const pinned = headroom("pdddd");
    for (const engine of ["d1", "d2", "d3"]) pinned.pool.setPinned(engine, true);
    expect(served(pinned, 2.5, 5).decide()).toMatchObject({ prefill: 2, moves: [{ engine: "d4" }] });
    const guarded = headroom("pdddd", { flipResidentGuard: 1 });
    for (const engine of ["d2", "d3", "d4"]) for (let i = 0; i < 2; i += 1) guarded.decoding(engine);
    expect(served(guarded, 2.5, 5).decide()).toMatchObject({
      result: "applied",
      prefill: 2,
      decode: 3,
      moves: [{ engine: "d1" }],
      limit: { gate: "resident_guard", value: 2, threshold: 1 },
    });
  });

  it("cools down between moves to decode, and dwells", () => {
    const cooling = served(headroom("pppd", { cooldownS: 20 }), 0.25, 10);
    for (let i = 0; i < 8; i += 1) cooling.decoding("d3");
    cooling.pool.open().size(0, 4096);
    for (let i = 0; i < 30; i += 1) cooling.pool.open().size(0, 4096);
    expect(cooling.at(13).decide()).toMatchObject({ result: "blocked", reason: "cooldown" });
  });

  it("asks the host for one engine at a time", () => {
    const scene = served(headroom("pddddd", { applyMoves: "host" }), 2.5, 5);
    expect(scene.decide()).toMatchObject({ result: "proposed", prefill: 2, decode: 4, moves: [{ engine: "d1" }] });
    expect(scene.at(6).decide()).toMatchObject({ reason: "move_pending" });
    scene.at(35).pool.moved("d1");
    expect(scene.decide()).toMatchObject({ lastMoveS: 30 });
  });

  it("goes on where the profiles do not cover the work, and says how much of it that is", () => {
    const engines = enginesOf("pddddd", { ...PROFILE, prefillMaxTokens: 2048 });
    const decision = served(headroom("pddddd", { engines }), 2.5, 5).decide();
    expect(decision).toMatchObject({ result: "applied", prefill: 4, extrapolatedShare: 1 });
    const within = served(headroom("pddddd"), 2.5, 5);
    expect(within.decide()).toMatchObject({ result: "applied", prefill: 4, extrapolatedShare: 0 });
  });

  it("goes on where an engine has no profile: it is like the others, as far as it is known", () => {
    const scene = served(headroom("pddddd"), 2.5, 5);
    scene.pool.setProfile("d5", null);
    expect(scene.decide()).toMatchObject({ result: "applied", prefill: 4 });
  });

  it("only proposes in advisory mode", () => {
    expect(served(headroom("pddddd", { advisory: true }), 2.5, 5).decide()).toMatchObject({
      result: "advisory",
      prefill: 4,
      moves: [],
    });
  });
});

/** Offered work of so many engines. With a deviation of 1 engine, headroom is spare engines. */
function offered(prefill: number, decode: number, deviation = 1) {
  const rate = (mean: number) => ({ mean, recent: mean, deviation });
  return { historyS: 60, extrapolatedShare: 0, prefill: rate(prefill), decode: rate(decode) };
}

interface Split {
  readonly tokens?: number;
  readonly kvCapacity?: number | null;
}

/** What the policy decides for so many engines, with these scores of splits; without one nothing is wrong. */
function decided(prefill: number, decode: number, fields: Partial<PolicyView>, splits: Record<number, Split> = {}) {
  const score = (split: number) => {
    const { tokens = 0, kvCapacity = null } = splits[split] ?? {};
    return { decodeTokensPerEngine: tokens, decodeKvCapacityTokens: kvCapacity } as SplitScore;
  };
  return headroomPolicy.decide({
    nowS: 100,
    config: resolveConfig({ ttftSloS: 1, tpotSloS: 0.05 }),
    signals: { firstTokensPerS: null, firstTokens: 0, lateShare: null, oldestWaitS: 0, gapRatio: null },
    memory: {},
    capacity: (split: number) => ({ prefill: split, decode: prefill + decode - split }),
    prefillEngines: prefill,
    decodeEngines: decode,
    leastPrefill: 1,
    mostPrefill: prefill + decode - 1,
    backlog: { prefillS: 0, decodeDemand: 0, waitingPrefill: 0, waitingDecode: 0 },
    fits: { prefill: 1, decode: 1 },
    relief: null,
    moveS: 0,
    score,
    ...fields,
  } as PolicyView);
}

describe("the headroom of splits", () => {
  it("comes from the larger mean of each phase", () => {
    const prefill = { mean: 1, recent: 2, deviation: 1 };
    const decode = { mean: 3, recent: 1, deviation: 2 };
    // Prefill has 4 - 2 engines to spare, decode (5 - 3) / 2.
    expect(decided(4, 5, { offered: { historyS: 60, extrapolatedShare: 0, prefill, decode } })).toMatchObject({
      facts: {
        prefillLoadEngines: 2,
        decodeLoadEngines: 3,
        headroomCurrent: 1,
        headroomBest: 1,
        headroomBestPrefill: 4,
      },
    });
  });

  it.each([
    ["below", 2, 4],
    ["at the smaller", 4, 4],
    ["at the larger", 5, 5],
    ["above", 8, 5],
  ])("that are equal: the best one is the nearest to the present split, %s", (_, current, nearest) => {
    // Of 9 engines, 4 and 5 of prefill have 4 to spare.
    expect(decided(current, 9 - current, { offered: offered(0, 0) })).toMatchObject({
      facts: { headroomBest: 4, headroomBestPrefill: nearest },
    });
  });

  it("count a backlog for no more than twice what is offered, or one engine", () => {
    const endless = { prefillS: Number.POSITIVE_INFINITY, decodeDemand: 1e9, waitingPrefill: 1, waitingDecode: 1 };
    const loads = (prefill: number, decode: number, backlog = endless) =>
      decided(4, 4, { offered: offered(prefill, decode), backlog }).facts;
    expect(loads(0, 0.25)).toMatchObject({ prefillLoadEngines: 1, decodeLoadEngines: 1.25 });
    expect(loads(1, 2)).toMatchObject({ prefillLoadEngines: 3, decodeLoadEngines: 6 });
    const little = { ...endless, prefillS: 1.5, decodeDemand: 0.5 };
    expect(loads(1, 2, little)).toMatchObject({ prefillLoadEngines: 1.5, decodeLoadEngines: 2.5 });
  });

  it("give a backlog and a burst of prefill more time under a longer TTFT SLO, and none less than 1 s", () => {
    const backlog = { prefillS: 6, decodeDemand: 0, waitingPrefill: 1, waitingDecode: 0 };
    const facts = (ttftSloS: number) =>
      decided(8, 8, { config: resolveConfig({ ttftSloS, tpotSloS: 0.05 }), offered: offered(2, 2), backlog }).facts;
    expect(facts(4)).toMatchObject({ prefillLoadEngines: 2.5, prefillSpreadEngines: 0.5, decodeSpreadEngines: 1 });
    expect(facts(0.5)).toMatchObject({ prefillLoadEngines: 4, prefillSpreadEngines: 1 });
  });

  it("are numbers, however slow the profiles", () => {
    const engines = enginesOf("pdd", { ...PROFILE, ttftA: 1e300, ttftC: 1e308, tpotSlope: 1e300 });
    const scene = headroom("pdd", { engines });
    for (let second = 0; second < 5; second += 1) {
      scene
        .at(second + 0.5)
        .pool.open()
        .size(2 ** 32 - 1, 2 ** 32 - 1);
    }
    // One a second, each of which counts for 2^32 s of prefill.
    expect(scene.at(5).decide()).toMatchObject({
      prefillLoadEngines: 2 ** 32,
      prefillSpreadEngines: 0.15,
      headroomCurrent: (1 - 2 ** 32) / 0.15,
    });
  });

  it("outside of floors and pins do not count", () => {
    const few = decided(3, 5, { offered: offered(0, 8), leastPrefill: 2 });
    expect(few).toMatchObject({ facts: { headroomBest: -2, headroomBestPrefill: 2 } });
    const many = decided(5, 3, { offered: offered(8, 0), mostPrefill: 6 });
    expect(many).toMatchObject({ facts: { headroomBest: -2, headroomBestPrefill: 6 } });
  });
});

describe("the present split", () => {
  it("is left when floors or pins do not allow it, whatever its headroom", () => {
    // Decode has 9 - 8.25 engines to spare now, which is ample, and 8 - 8.25 of the split that is allowed.
    expect(decided(1, 9, { offered: offered(0, 8.25, 0.25), leastPrefill: 2 })).toMatchObject({
      action: "move",
      prefill: 2,
      facts: { headroomCurrent: 3, headroomBest: -1, headroomBestPrefill: 2 },
    });
    expect(decided(9, 1, { offered: offered(8.25, 0, 0.25), mostPrefill: 8 })).toMatchObject({
      action: "move",
      prefill: 8,
      facts: { headroomCurrent: 3, headroomBest: -1, headroomBestPrefill: 8 },
    });
  });

  it("is ample from a headroom of 3 on, however much better another one is", () => {
    expect(decided(3, 9, { offered: offered(0, 0) })).toMatchObject({
      action: "hold",
      reason: "headroom_ample",
      limit: { gate: "headroom", value: 3, threshold: 3 },
      facts: { headroomBest: 6 },
    });
  });

  it("is kept when the best one gains 1.5 or less: headroom_gain_small", () => {
    const held = { action: "hold", reason: "headroom_gain_small", prefill: 3 };
    expect(decided(2, 4, { offered: offered(0.5, 0) })).toMatchObject({
      ...held,
      limit: { gate: "headroom_gain", value: 1, threshold: 1.5 },
    });
    // A deviation of 2 engines: (3 - 1) / 2 less (2 - 1) / 2; of 2/3: 3 less 1.5 of them.
    expect(decided(2, 4, { offered: offered(1, 0, 2) })).toMatchObject({ ...held, limit: { value: 0.5 } });
    expect(decided(2, 4, { offered: offered(1, 0, 0.5) })).toMatchObject({ action: "move", prefill: 3 });
  });
});

describe("a split that is short", () => {
  const short = (prefill: number, decode: number, deviations: readonly [number, number]) => {
    const rate = (mean: number, deviation: number) => ({ mean, recent: mean, deviation });
    const [ofPrefill, ofDecode] = deviations;
    return { historyS: 60, extrapolatedShare: 0, prefill: rate(prefill, ofPrefill), decode: rate(decode, ofDecode) };
  };

  it("is compared by half the sum of the squares of what is short, in deviations", () => {
    // Of 8 engines: prefill lacks (10 - p) / 4, decode (4 - (8 - p)) / 0.5 of them; p = 4: 1.125, and 5: 0.78 + 2.
    expect(decided(4, 4, { offered: short(10, 4, [4, 0.5]) })).toMatchObject({
      reason: "headroom_best",
      limit: { gate: "headroom_gain", value: 0, threshold: 0.5 },
      facts: { headroomCurrent: -1.5, headroomBestPrefill: 4 },
    });
  });

  it("is left for a gain of more than 0.5, and of a tenth of what is short", () => {
    // Prefill lacks 4: 8. At 5 engines both lack 1: 1.
    expect(decided(2, 4, { offered: short(6, 2, [1, 1]) })).toMatchObject({ action: "move", prefill: 5 });
    // (2.5² - 2.25²) / 2 = 0.59; (0.75² - 0.5²) / 2 = 0.16.
    expect(decided(2, 2, { offered: short(12, 0, [4, 1]) })).toMatchObject({ action: "move", prefill: 3 });
    expect(decided(2, 2, { offered: short(5, 0, [4, 1]) })).toMatchObject({
      reason: "headroom_gain_small",
      limit: { gate: "headroom_gain", value: (0.75 ** 2 - 0.5 ** 2) / 2, threshold: 0.5 },
    });
    // (25² - 24.75²) / 2 = 6.2 of 312.5.
    const deep = decided(2, 2, { offered: short(102, 0, [4, 1]) });
    expect(deep).toMatchObject({ reason: "headroom_gain_small", limit: { threshold: 31.25 } });
  });
});

describe("a move back", () => {
  const decidedAt = (nowS: number, prefill: number, [load, decode]: number[], memory: Record<string, number>) =>
    decided(prefill, 8 - prefill, { nowS, memory, offered: offered(load ?? 0, decode ?? 0, 0.5) });

  it("needs twice the gain within 120 s of the last move", () => {
    const memory: Record<string, number> = {};
    // Each gains 2 deviations: from 0 to (4 - 3) / 0.5, from 0 to (5 - 4) / 0.5, and from 0 to (5 - 4) / 0.5 at 5.
    const toFour = [3, 2];
    const backToThree = [1.5, 4];
    const onToFive = [4, 2];
    expect(decidedAt(100, 3, toFour, memory)).toMatchObject({ action: "move", prefill: 4 });
    const held = { reason: "headroom_gain_small", limit: { gate: "headroom_gain", value: 2, threshold: 3 } };
    expect(decidedAt(101, 4, backToThree, memory)).toMatchObject(held);
    expect(decidedAt(102, 4, onToFive, memory)).toMatchObject({ action: "move", prefill: 5 });
    expect(decidedAt(220.9, 4, backToThree, memory)).toMatchObject(held);
    expect(decidedAt(221, 4, backToThree, memory)).toMatchObject({ action: "move", prefill: 3 });
  });
});

describe("a split that cannot serve", () => {
  it("is passed over for one nearer to the present, if that gains enough: else kv_capacity", () => {
    const full = { tokens: 101, kvCapacity: 100 };
    // Of 9 engines 5 of prefill have 4 to spare, 4 have 3, and the present 2 have 1.
    expect(decided(2, 7, { offered: offered(1, 0) }, { 5: full })).toMatchObject({ action: "move", prefill: 4 });
    expect(decided(2, 7, { offered: offered(1, 0) }, { 5: full, 4: full })).toMatchObject({
      action: "hold",
      reason: "kv_capacity",
      prefill: 5,
      limit: { gate: "kv_tokens_per_engine", value: 101, threshold: 100 },
    });
  });

  it("is none whose KV tokens just fit, or that has no capacity to keep", () => {
    const fits = { 5: { tokens: 100, kvCapacity: 100 } };
    expect(decided(2, 7, { offered: offered(1, 0) }, fits)).toMatchObject({ action: "move", prefill: 5 });
    const unlimited = { 5: { tokens: 100, kvCapacity: null } };
    expect(decided(2, 7, { offered: offered(1, 0) }, unlimited)).toMatchObject({ action: "move", prefill: 5 });
  });
});
