import * as v from "valibot";
import { describe, expect, it } from "vitest";
import {
  ArgumentError,
  ConfigError,
  decisionDocument,
  explain,
  type Policy,
  type PolicyDecision,
  type PolicyView,
} from "../../src/index";
import { decisionSchema } from "../../src/schema-entry";
import { Scene } from "../control/fixtures";

function policyOf(decide: (view: PolicyView) => unknown): Policy {
  return { name: "mine", reasons: ["content"], every: "pass", decide: decide as Policy["decide"] };
}

const decided = (decide: (view: PolicyView) => unknown, roles = "pdd") =>
  new Scene(roles, { policy: policyOf(decide) }).at(1).decide();

it("a policy may say that it decides at steps, and tell facts of any kind", () => {
  const facts = { number: 1.5, text: "a", flag: false, nothing: null };
  const policy = { ...policyOf(() => ({ action: "hold", reason: "content", facts })), every: "step" as const };
  expect(new Scene("pdd", { policy }).at(5).decide()).toMatchObject({ reason: "content", policyFacts: facts });
});

const NONSENSE: readonly (readonly [what: string, decide: () => unknown, message: string | RegExp])[] = [
  [
    "throws",
    () => {
      throw new Error("out of luck");
    },
    "out of luck",
  ],
  ["returns nothing", () => undefined, /undefined/],
  [
    "has a reason of its own that it did not declare",
    () => ({ action: "hold", reason: "moonlight" }),
    'reason "moonlight" is not declared',
  ],
  ["gives no reason", () => ({ action: "hold" }), 'reason "" is not declared'],
  [
    "holds at a split that is none",
    () => ({ action: "hold", reason: "content", prefill: 4 }),
    "prefill 4 is no split of 3 engines",
  ],
  ["moves nowhere", () => ({ action: "move", prefill: 1 }), "prefill 1 is not another split of 3 engines"],
  [
    "leaves a role without engines",
    () => ({ action: "move", prefill: 3 }),
    "prefill 3 is not another split of 3 engines",
  ],
  ["wants half an engine", () => ({ action: "move", prefill: 1.5 }), "prefill 1.5 is not another split of 3 engines"],
  ["dances", () => ({ action: "dance", prefill: 2 }), "action dance is neither hold nor move"],
  [
    "wants no confirmation",
    () => ({ action: "move", prefill: 2, confirmations: 0 }),
    "confirmations must be a whole number >= 1, got 0",
  ],
  [
    "tells of NaN",
    () => ({ action: "move", prefill: 2, facts: { x: Number.NaN } }),
    "fact x is no finite number, text, flag or null",
  ],
  [
    "has a gate that is none",
    () => ({ action: "hold", reason: "content", limit: { gate: "moon" } }),
    "limit needs a known gate and numeric fields",
  ],
  [
    "has a gate with a text for a number",
    () => ({ action: "hold", reason: "content", limit: { gate: "headroom", value: "1", threshold: 1, clearsInS: 1 } }),
    "limit needs a known gate and numeric fields",
  ],
  ["has a variant that is a number", () => ({ action: "move", prefill: 2, variant: 7 }), "variant must be a text"],
];

describe("a custom policy", () => {
  it("moves engines, and its facts are in the record", () => {
    const decision = decided(() => ({ action: "move", prefill: 2, facts: { queue: 3, hot: true } }));
    expect(decision).toMatchObject({ by: "mine", result: "applied", reason: "improved", prefill: 2, decode: 1 });
    expect(decision.policyFacts).toEqual({ queue: 3, hot: true });
    expect(v.parse(decisionSchema, decisionDocument(decision))).toMatchObject({
      policy_facts: { queue: 3, hot: true },
    });
  });

  it("may move several engines, as far as the gates let them go", () => {
    const scene = new Scene("pddddd", { policy: policyOf(() => ({ action: "move", prefill: 4 })) }).at(1);
    for (const engine of ["d3", "d4", "d5"]) scene.pool.setPinned(engine, true);
    const decision = scene.decide();
    expect(decision).toMatchObject({
      result: "applied",
      prefill: 3,
      decode: 3,
      limit: { gate: "pinned", value: 0, threshold: 1 },
    });
    expect(explain(decision)).toBe(
      "Moved engines d1 and d2 from decode to prefill: 1 prefill and 5 decode engines became 3 and 3. The prefill role " +
        "needs more engines, which pinned does not let go.",
    );
  });

  it("is recorded with the present split where it speaks of another one", () => {
    const present = { currentPrefill: 1, currentDecode: 2 };
    const moved = decided(() => ({ action: "move", prefill: 2 }));
    expect(moved).toMatchObject({ ...present, prefill: 2, decode: 1 });
    expect(explain(moved)).toBe(
      "Moved engine d1 from decode to prefill: 1 prefill and 2 decode engines became 2 and 1. The prefill role needs the " +
        "engine more than the decode role.",
    );
    const confirming = decided(() => ({ action: "move", prefill: 2, confirmations: 2 }));
    expect(confirming).toMatchObject({ ...present, result: "held", reason: "confirming" });
    expect(explain(confirming)).toMatch(
      /^Did not move one decode engine to prefill: 1 prefill and 2 decode engines would/,
    );
    const held = decided(() => ({ action: "hold", reason: "content", prefill: 2 }));
    expect(explain(held)).toBe(
      "Did not move one decode engine to prefill: 1 prefill and 2 decode engines would become 2 and 1. The reason is " +
        "content.",
    );
    expect(decided(() => ({ action: "hold", reason: "content", prefill: 1 }))).not.toHaveProperty("currentPrefill");
  });

  it("holds for a reason that it has declared", () => {
    const decision = decided(() => ({ action: "hold", reason: "content" }));
    expect(decision).toMatchObject({ by: "mine", result: "held", reason: "content", prefill: 1, limit: null });
    expect(explain(decision)).toBe("Kept 1 prefill and 2 decode engines. The reason is content.");
    expect(decision).not.toHaveProperty("policyFacts");
  });

  it("cannot change what it decides from", () => {
    const scenes: Scene[] = [];
    const decide = () => scenes[0]?.pool.setPinned("d2", true);
    const scene = new Scene("pdd", { policy: policyOf(decide) }).at(1);
    scenes.push(scene);
    expect(scene.decide()).toMatchObject({
      reason: "policy_error",
      policyError: "setPinned is not possible: the pool is deciding",
    });
    expect(() => scene.pool.setPinned("d2", true)).not.toThrow();
  });

  it("may ask for confirmations, which another split or variant begins anew", () => {
    let variant = "a";
    const move = (): PolicyDecision => ({ action: "move", prefill: 2, confirmations: 3, variant });
    const scene = new Scene("pdd", { policy: policyOf(move) });
    expect(scene.at(1).decide()).toMatchObject({ reason: "confirming", confirmations: 1, requiredConfirmations: 3 });
    expect(scene.at(2).decide()).toMatchObject({ confirmations: 2 });
    variant = "b";
    expect(scene.at(3).decide()).toMatchObject({ confirmations: 1 });
    scene.at(4).decide();
    expect(scene.at(5).decide()).toMatchObject({ result: "applied", confirmations: 3 });
  });

  it("may leave the variant out: it is an empty text then", () => {
    let fields = {};
    const move = () => ({ action: "move", prefill: 2, confirmations: 3, ...fields });
    const scene = new Scene("pdd", { policy: policyOf(move) });
    expect(scene.at(1).decide()).toMatchObject({ reason: "confirming", confirmations: 1 });
    fields = { variant: "" };
    expect(scene.at(2).decide()).toMatchObject({ reason: "confirming", confirmations: 2 });
  });

  it("decides at steps unless it says otherwise", () => {
    const { name, reasons, decide } = policyOf(() => ({ action: "hold", reason: "content" }));
    const scene = new Scene("pdd", { policy: { name, reasons, decide }, stepS: 5 });
    expect(scene.at(1).pool.pass().decisions).toEqual([]);
    expect(scene.at(5).decide()).toMatchObject({ by: "mine", reason: "content" });
  });

  it("sees the fleet, frozen, and reads demand only if it asks", () => {
    const views: PolicyView[] = [];
    const look = (view: PolicyView): PolicyDecision => {
      views.push(view);
      return { action: "hold", reason: "content" };
    };
    const scene = new Scene("ppddd", { policy: policyOf(look), minDecode: 2 });
    scene.pool.setPinned("p0", true);
    scene.waiting(1);
    scene.at(1).decide();
    const [view] = views as [PolicyView];
    expect(Object.isFrozen(view)).toBe(true);
    expect(view).toMatchObject({ nowS: 1, prefillEngines: 2, decodeEngines: 3, leastPrefill: 1, mostPrefill: 3 });
    expect(view.backlog).toEqual({ prefillS: 1, decodeDemand: 0, waitingPrefill: 1, waitingDecode: 0 });
    expect(view).toMatchObject({ offered: null, fits: { prefill: 1, decode: 1 }, moveS: 0, relief: null });
    expect(scene.pool.lastSnapshot).toBeNull();
    expect(view.reading.demand.arrivals).toBe(1);
    expect(view.score(2).prefill).toBe(2);
  });

  it.each(NONSENSE)("that %s holds as policy_error", (_, decide, message) => {
    const decision = decided(decide);
    expect(decision).toMatchObject({ by: "mine", result: "held", reason: "policy_error", prefill: 1, moves: [] });
    expect(decision.policyError).toMatch(message);
    expect(explain(decision)).toContain(decision.policyError);
    expect(v.is(decisionSchema, decisionDocument(decision))).toBe(true);
  });

  it.each([
    [{ policy: "best" }, 'policy must be reactive, headroom, queue or a policy object, got "best"'],
    [{ policy: {} }, "policy must be reactive, headroom, queue or a policy object, got an object"],
    [{ policy: null }, "policy must be reactive, headroom, queue or a policy object, got null"],
    [{ policy: { ...policyOf(() => null), name: ["mine"] } }, /^policy\.name must match .*, got an array$/],
    [{ policy: { ...policyOf(() => null), name: "headroom" } }, /^policy\.name must match .*, got "headroom"$/],
    [
      { policy: { ...policyOf(() => null), name: "floor_recovery" } },
      /^policy\.name must match .*, got "floor_recovery"$/,
    ],
    [{ policy: { ...policyOf(() => null), name: "decode_floor" } }, /^policy\.name must match .*, got "decode_floor"$/],
    [
      { policy: { ...policyOf(() => null), reasons: Array(65).fill("a") } },
      "policy.reasons must be an array of 64 names at most, got an array",
    ],
    [
      { policy: { ...policyOf(() => null), reasons: "a" } },
      'policy.reasons must be an array of 64 names at most, got "a"',
    ],
    [
      { policy: { ...policyOf(() => null), reasons: ["Content"] } },
      'policy.reasons must match ^[a-z][a-z0-9_]{0,63}$, got "Content"',
    ],
    [
      { policy: { ...policyOf(() => null), reasons: ["content", "content!"] } },
      'policy.reasons must match ^[a-z][a-z0-9_]{0,63}$, got "content!"',
    ],
    [{ policy: { ...policyOf(() => null), every: "day" } }, 'policy.every must be step or pass, got "day"'],
  ])("is refused if it is none: %j", (options, message) => {
    const making = () => new Scene("pd", options as object);
    expect(making).toThrow(ConfigError);
    expect(making).toThrow(message);
  });

  it("is refused if it cannot be read", () => {
    const policy = {
      get decide(): Policy["decide"] {
        throw new Error("out of luck");
      },
    };
    const making = () => new Scene("pd", { policy: policy as Policy });
    expect(making).toThrow(ArgumentError);
    expect(making).toThrow("policy must be reactive, headroom, queue or a policy object, got an object");
  });

  it("may be asked every step alone, and tell flags, texts and nothing", () => {
    const facts = { queue: null, mode: "calm", hot: false };
    const policy = { ...policyOf(() => ({ action: "hold", reason: "content", facts })), every: "step" as const };
    const scene = new Scene("pd", { policy, stepS: 5 });
    expect(scene.at(5).decide()).toMatchObject({ reason: "content", policyFacts: facts });
  });

  it("may have 64 reasons", () => {
    const policy = { ...policyOf(() => ({ action: "hold", reason: "a" })), reasons: Array(64).fill("a") };
    expect(new Scene("pd", { policy }).at(1).decide()).toMatchObject({ result: "held", reason: "a" });
  });

  it("may name the gate that holds it, with numbers or without", () => {
    const limits = [
      { gate: "headroom", value: 1, threshold: 2.5, clearsInS: 1.5 },
      { gate: "headroom", value: null, threshold: 0, clearsInS: null },
    ];
    for (const limit of limits) {
      expect(decided(() => ({ action: "hold", reason: "content", limit })).limit).toEqual(limit);
    }
  });

  it("sees what waits for decode apart, and keeps to pinned engines of either role", () => {
    const views: PolicyView[] = [];
    const look = (view: PolicyView): PolicyDecision => {
      views.push(view);
      return { action: "hold", reason: "content" };
    };
    const scene = new Scene("ppddddd", { policy: policyOf(look) });
    for (const id of ["p0", "p1", "d2", "d3", "d4"]) scene.pool.setPinned(id, true);
    const request = scene.pool.open();
    request.size(1024, 64);
    request.prefill("p0");
    request.firstToken();
    request.wait();
    scene.at(1).decide();
    expect(views[0]).toMatchObject({ leastPrefill: 2, mostPrefill: 4 });
    expect(views[0]?.backlog).toMatchObject({ waitingPrefill: 0, waitingDecode: 1 });
  });
});
