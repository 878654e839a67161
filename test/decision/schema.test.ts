import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, expectTypeOf, it } from "vitest";
import {
  createPoolSync,
  type DecisionDocument,
  decisionDocument,
  manualClock,
  type StateDocument,
} from "../../src/index";
import { configSchema, decisionSchema, profileSchema, simulationSchema, stateSchema } from "../../src/schema-entry";
import { Drive, events, options, roles } from "../control/drive";
import { PROFILE, Scene, sceneAt8 } from "../control/fixtures";
import { bareFields, fieldsOf, issues, type Loose } from "../schemas";

describe("the types of the schemas", () => {
  type ValidState = v.InferOutput<typeof stateSchema>;
  type ValidDecision = v.InferOutput<typeof decisionSchema>;

  it("are those of the documents, but that they know which numbers are never null", () => {
    expectTypeOf<Loose<Omit<ValidState, "schema">>>().toEqualTypeOf<Loose<Omit<StateDocument, "schema">>>();
    expectTypeOf<ValidState["schema"]>().toEqualTypeOf<"narwhal-slo/state">();
    expectTypeOf<Loose<ValidDecision>>().toEqualTypeOf<Loose<DecisionDocument>>();
    expectTypeOf<ValidState>().toExtend<StateDocument>();
    expectTypeOf<ValidDecision>().toExtend<DecisionDocument>();
    expectTypeOf<ValidState["fleet"]["prefill"]>().toEqualTypeOf<number>();
    expectTypeOf<ValidState["attainment"]["ttft_ratio"]>().toEqualTypeOf<number | null>();
  });
});

describe("a state", () => {
  const SITUATIONS: Readonly<Record<string, () => { state(): StateDocument }>> = {
    "without engines": () => createPoolSync({ slo: { ttftS: 1, tpotS: 0.05 }, clock: manualClock(0) }),
    "of the epoch": () => createPoolSync({ slo: { ttftS: 1, tpotS: 0.05 } }),
    "with an odd configuration": () =>
      createPoolSync({ slo: { ttftS: 1e-7, tpotS: 1e9 }, shrink: -1, cooldownS: 1e-9, clock: manualClock(-5) }),
    "of requests in every state": () => {
      const scene = new Scene("ppd").at(1);
      scene.unsized();
      scene.waiting(1);
      scene.prefilling("p0", 1);
      scene.decoding("d2");
      for (const end of ["complete", "fail", "expire", "refuse", "reject", "cancel", "invalid"] as const) {
        scene.decoding("d2")[end]();
        scene.unsized()[end]();
      }
      return scene.pool;
    },
    "after a move": () => decided(sceneAt8("ppd", { decode: 2 })),
    "with a pending move": () => decided(sceneAt8("ppd", { decode: 2 }, { applyMoves: "host" })),
    "after a blocked move": () => decided(sceneAt8("ppd", { decode: 2 }, { cooldownS: 100 })),
    "after an advisory one": () => decided(sceneAt8("ppd", { decode: 2 }, { advisory: true })),
    "after a candidate that cannot be computed": () => {
      const scene = sceneAt8("pdd", { prefill: 2 });
      scene.pool.setProfile("d2", null);
      return decided(scene);
    },
    "after an urgent decision": () => {
      const scene = sceneAt8("pdd", {}, { urgent: true });
      scene.waiting(2);
      scene.pool.recordRisk("first_token_timeout");
      return decided(scene);
    },
    "after a day of silence": () => decided(sceneAt8("ppdd", { prefill: 1 }).at(24 * 3600)),
    "when learning is suspended": () => {
      const scene = new Scene("pd", { maxShapes: 1 });
      for (const outputTokens of [1, 2]) scene.decoding("d1").complete({ outputTokens });
      return scene.pool;
    },
  };

  it.each(Object.keys(SITUATIONS))("%s is as its schema says, and JSON", (name) => {
    const state = SITUATIONS[name]?.().state();
    expect(issues(stateSchema, state)).toEqual([]);
    expect(JSON.parse(JSON.stringify(state))).toEqual(state);
  });

  it("of any pool, whatever happened to it, is as its schema says, its decisions too", () => {
    const property = fc.property(roles, options, events, (roleList, given, happening) => {
      const drive = new Drive(roleList, given);
      for (const event of happening) {
        const decisions = drive.apply(event);
        for (const decision of decisions) expect(issues(decisionSchema, decisionDocument(decision))).toEqual([]);
        if (decisions.length > 0) expect(issues(stateSchema, drive.pool.state())).toEqual([]);
      }
    });
    fc.assert(property, { numRuns: 15 });
  });

  it("that lacks a field, has one too many or one of the wrong kind is none", () => {
    const { requests, ...state } = new Scene("pd").pool.state();
    expect(issues(stateSchema, { ...state, requests })).toEqual([]);
    expect(issues(stateSchema, state)).toEqual(['requests: Invalid key: Expected "requests" but received undefined']);
    const odd = { ...state, requests: { ...requests, opened: -1 }, mood: "fine", version: 2 };
    expect(issues(stateSchema, odd)).toEqual([
      "version: Invalid type: Expected 1 but received 2",
      "requests.opened: Invalid value: Expected >=0 but received -1",
      'mood: Invalid key: Expected never but received "mood"',
    ]);
  });
});

function decided(scene: Scene) {
  scene.pool.pass();
  return scene.pool;
}

describe("the schemas of documents", () => {
  const NAMES = { stateSchema, decisionSchema } as const;
  const CONSTANTS = [".schema", ".version", ".fleet"];

  it.each(Object.keys(NAMES) as (keyof typeof NAMES)[])("%s gives every field a meaning and a unit", (name) => {
    const all = fieldsOf(NAMES[name]);
    expect(all.length).toBeGreaterThan(60);
    expect(bareFields(all).filter((path) => !CONSTANTS.includes(path))).toEqual([]);
  });

  it("take units and meanings of the thresholds from the configuration", () => {
    const { cooldown_s } = stateSchema.entries.thresholds.entries;
    expect(v.getMetadata(cooldown_s)).toEqual({ unit: "s" });
    expect(v.getDescription(cooldown_s)).toBe("least time between two moves to decode");
  });

  it("come with those of what is put in", () => {
    expect(v.is(configSchema, { ttftSloS: 1, tpotSloS: 0.05 })).toBe(true);
    expect(v.is(profileSchema, PROFILE)).toBe(true);
    expect(v.is(simulationSchema, {})).toBe(true);
  });
});
