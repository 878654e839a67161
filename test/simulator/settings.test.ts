import { describe, expect, test } from "vitest";
import h100 from "../../data/h100-tp8-llama2-70b.json";
import { refusalOf, runInputOf } from "../../simulator/app/inputs";
import { SETTING_GROUPS } from "../../simulator/app/setting-groups";
import { ROW_OF, SETTING_ROWS } from "../../simulator/app/setting-rows";
import { DEFAULT_STATE, settingOf, withValue } from "../../simulator/app/settings";
import { SHIPPED_PROFILES } from "../../src/cli/shipped-profiles";
import { configSchema } from "../../src/config";
import { resolveConfig } from "../../src/index";
import { POLICIES } from "../../src/policies/policy-guard";
import { profilesOf } from "../../src/replay/profile-origin";
import { simulationSchema } from "../../src/simulation/simulation-options";

const { workload } = DEFAULT_STATE;

describe("the settings", () => {
  test("are all of the configuration and of the simulated fleet, each once", () => {
    const keys = SETTING_ROWS.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    const config = Object.keys(configSchema.entries).filter((key) => key !== "advisory");
    expect(keys).toEqual(expect.arrayContaining(config));
    const settled = new Set(["seed", "speed", "ttftSloS", "tpotSloS", "bucketS"]);
    const simulation = Object.keys(simulationSchema.entries).filter((key) => !settled.has(key));
    expect(SETTING_ROWS.filter(({ source }) => source === "simulation").map(({ key }) => key)).toEqual(simulation);
  });

  test("stand in one group each", () => {
    const grouped = SETTING_GROUPS.flatMap(({ rows }) => rows.map(({ key }) => key));
    expect([...grouped].sort()).toEqual(SETTING_ROWS.map(({ key }) => key).sort());
  });

  test("have the defaults, the units and the kinds of their schemas", () => {
    const defaults = resolveConfig({ ttftSloS: 1, tpotSloS: 0.05 });
    for (const { key, fallback } of SETTING_ROWS.filter(({ source }) => source === "config")) {
      expect(fallback, key).toBe(defaults[key as keyof typeof defaults]);
    }
    expect(ROW_OF.get("windowS")).toMatchObject({ label: "Window", unit: "s", kind: { type: "number", whole: false } });
    expect(ROW_OF.get("maxShapes")?.kind).toEqual({ type: "number", least: 1, most: 1024, whole: true });
    expect(ROW_OF.get("ttftSloS")).toMatchObject({ label: "TTFT SLO", fallback: 1 });
    expect(ROW_OF.get("refuse")?.kind).toEqual({ type: "flag" });
    expect(ROW_OF.get("requestedOutput")?.kind).toMatchObject({ type: "text" });
    for (const { key, help } of SETTING_ROWS) expect(help, key).not.toBe("");
  });

  test("offer every policy and every shipped profile", () => {
    const choicesOf = (key: string) => {
      const kind = ROW_OF.get(key)?.kind;
      return kind?.type === "choice" ? kind.choices.map(([value]) => value) : [];
    };
    expect(choicesOf("policy")).toEqual(Object.keys(POLICIES));
    expect(choicesOf("profile")).toEqual([...Object.keys(SHIPPED_PROFILES), "custom"]);
    expect(choicesOf("decodeProfile")).toEqual(["same", ...choicesOf("profile")]);
  });

  test("leave their defaults out", () => {
    expect(withValue({ stepS: 2 }, "stepS", 5)).toEqual({});
    expect(withValue({}, "stepS", 2)).toEqual({ stepS: 2 });
    expect(settingOf({}, "stepS")).toBe(5);
    expect(() => settingOf({}, "nothing")).toThrow(RangeError);
  });
});

describe("the input of a run", () => {
  test("is that of the command by default", () => {
    const { engines, simulation, config, urgent, policy } = runInputOf({}, workload);
    expect(engines.map(({ id, role }) => `${id} ${role}`)).toEqual([
      "engine-0 prefill",
      "engine-1 decode",
      "engine-2 decode",
      "engine-3 decode",
    ]);
    expect(simulation).toEqual({ speed: 1, seed: 1 });
    expect(config).toEqual(resolveConfig({ ttftSloS: 1, tpotSloS: 0.05 }));
    expect(urgent).toBe(false);
    expect(policy).toBe("headroom");
    const { source } = h100;
    expect(profilesOf(engines)).toEqual([{ file: "h100-tp8-llama2-70b.json", source, shipped: true, engines: 4 }]);
  });

  test("names a profile of one's own, and one for each role", () => {
    const settings = { decodeProfile: "custom", customProfile: JSON.stringify({ ...h100, source: "mine" }) };
    expect(profilesOf(runInputOf(settings, workload).engines)).toMatchObject([
      { file: "h100-tp8-llama2-70b.json", shipped: true, engines: 1 },
      { file: "profile.json", source: "mine", shipped: false, engines: 3 },
    ]);
  });

  test("has what was set", () => {
    const settings = {
      decode: 1,
      decodeProfile: "h200-llama31-8b-fp8",
      whileUnavailable: "rebalance",
      policy: "reactive",
      requestedOutput: "200",
      faults: "engine-0 10-20, engine-1 30-40.5",
    };
    const input = runInputOf(settings, { ...workload, load: 2, seed: 9 });
    expect(input.whileUnavailable).toBe("rebalance");
    expect(input.policy).toBe("reactive");
    expect(input.engines[0]?.profile).not.toEqual(input.engines[1]?.profile);
    expect(input.simulation).toEqual({
      requestedOutput: 200,
      faults: [
        { engine: "engine-0", fromS: 10, toS: 20 },
        { engine: "engine-1", fromS: 30, toS: 40.5 },
      ],
      speed: 2,
      seed: 9,
    });
  });

  test.each([
    [{ prefill: 0 }, "prefill", "prefill must be a whole number of engines from 1 to 255, got 0"],
    [{ windowS: -1 }, "windowS", "windowS must be > 0 s, got -1"],
    [{ noiseCv: -1 }, "noiseCv", "noiseCv must be >= 0, got -1"],
    [{ faults: "soon" }, "faults", 'faults must be like `engine-1 60-120, engine-2 90-100`, got "soon"'],
    [{ faults: "engine-9 1-2" }, "faults", 'faults.0.engine must be the id of an engine, got "engine-9"'],
    [{ profile: "custom" }, "customProfile", 'customProfile must be the JSON of a profile, got ""'],
    [
      { profile: "custom", customProfile: JSON.stringify({ ...h100, source: 5 }) },
      "customProfile",
      'profile of engine "custom": source must be a text, got 5',
    ],
    [
      { profile: "custom", customProfile: "{}" },
      "customProfile",
      'profile of engine "custom": ttftA is required, got undefined',
    ],
  ])("%j is refused", (settings, key, message) => {
    expect(refusalOf(settings, workload)).toEqual({ key, message });
  });

  test("of good settings is not refused", () => {
    expect(refusalOf({ stepS: 2 }, workload)).toBeNull();
  });
});
