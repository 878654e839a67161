import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { POOL_OPTIONS } from "../../src/pool-options";
import { snakeCase } from "../../src/schema";
import { azureTrace, narwhal, output, scratch, TRACE } from "./command";

const write = scratch();
const SHORT = write("short.csv", azureTrace([100, 200, 300]));
const PROFILE = JSON.parse(readFileSync("data/h100-tp8-llama2-70b.json", "utf8"));

type Kind = "config" | "simulation" | "profile";

function documentWith(kind: Kind, settings: unknown, ...flags: readonly string[]) {
  const path = write(`${kind}.json`, JSON.stringify(settings));
  return JSON.parse(output("replay", TRACE, "--json", `--${kind}`, path, ...flags));
}

/** Expects that the command refuses settings in one line; `FILE` in the message is their file. */
function refuses(kind: Kind, text: string, message: string): void {
  const path = write("Settings.json", text);
  const stderr = `narwhal-slo: ${message.replace("FILE", path)}\n`;
  expect(narwhal("replay", SHORT, `--${kind}`, path)).toEqual({ status: 1, stdout: "", stderr });
}

describe("a configuration file", () => {
  it("takes effect, in snake_case", () => {
    const { config, state } = documentWith("config", { window_s: 60, evidence_max_span_s: 60, ttft_slo_s: 3 });
    expect(config).toMatchObject({ window_s: 60, evidence_max_span_s: 60, ttft_slo_s: 3, tpot_slo_s: 0.05 });
    expect(state.demand_history.arrivals.retained_s).toBe(60);
  });

  it("gives way to the promises of the command line", () => {
    const { config } = documentWith("config", { ttft_slo_s: 3, tpot_slo_s: 0.1 }, "--slo-ttft", "2");
    expect(config).toMatchObject({ ttft_slo_s: 2, tpot_slo_s: 0.1 });
  });

  it.each([
    ['{"window_s": -1}', "FILE: window_s must be > 0 s, got -1"],
    ['{"window_s": "Long"}', 'FILE: window_s must be a number, got "Long"'],
    ['{"ttft_slo_s": null}', "FILE: ttft_slo_s must be a number, got null"],
    ['{"windows": 1}', "FILE: windows is not a known field, got 1; did you mean window_s?"],
    ['{"ttft_slo": 1}', "FILE: ttft_slo is not a known field, got 1; did you mean ttft_slo_s?"],
    ['{"colour": "Blue"}', 'FILE: colour is not a known field, got "Blue"'],
    ['{"evidence_max_span_s": 200}', "FILE: evidence_max_span_s must be <= window_s 120 s, got 200"],
    ["[1]", "FILE: must be an object"],
    ["null", "FILE: must be an object"],
    ["5", "FILE: must be an object"],
    [JSON.stringify(PROFILE), "FILE: looks like an engine profile; it must be a configuration"],
  ])("%s is refused", (text, message) => {
    refuses("config", text, message);
  });

  it.each(POOL_OPTIONS)("has no %s, which is an option of createPool", (option) => {
    for (const name of new Set([option, snakeCase(option)])) {
      const path = write("pool.json", JSON.stringify({ [name]: null }));
      const { status, stdout, stderr } = narwhal("replay", SHORT, "--config", path);
      expect([status, stdout]).toEqual([1, ""]);
      const start = `narwhal-slo: ${path}: ${name} is an option of createPool, and no field of a configuration file`;
      expect(stderr.startsWith(start)).toBe(true);
      const [, flags = ""] = stderr.split(": use ");
      for (const [flag] of flags.matchAll(/--[a-z-]+/g)) expect(output("replay", "--help")).toContain(`  ${flag} `);
    }
  });

  it("names the flag for what it does not have", () => {
    const policy = "policy is an option of createPool, and no field of a configuration file: use --policy";
    refuses("config", '{"policy": "headroom"}', `FILE: ${policy}`);
  });

  it("that is no JSON is refused by its name", () => {
    const path = write("broken.json", '{"window_s": ');
    const { status, stdout, stderr } = narwhal("replay", SHORT, "--config", path);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr.startsWith(`narwhal-slo: ${path}: is not JSON: `)).toBe(true);
  });

  it("that needs too much memory is refused with the bytes that it needs", () => {
    const path = write("large.json", '{"window_s": 1e9}');
    const { status, stdout, stderr } = narwhal("replay", SHORT, "--config", path);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^narwhal-slo: the configuration needs \d+ bytes, more than max_memory_bytes 268435456: /);
    expect(stderr).toContain("keep less time (window_s, retained_s), or lower max_shapes\n");
  });
});

describe("a file of simulation options", () => {
  it("takes effect, in snake_case, at any depth", () => {
    const faults = [{ engine: "engine-0", from_s: 10, to_s: 400 }];
    const document = documentWith("simulation", { cancel_share: 0.25, timeout_s: 5, faults });
    expect(document.simulation).toMatchObject({ cancel_share: 0.25, timeout_s: 5, faults });
    expect(document.requests.cancelled).toBeGreaterThan(0);
    expect(document.requests.expired).toBeGreaterThan(0);
    const report = output("replay", TRACE, "--simulation", write("s.json", '{"cancel_share": 0.25}'));
    expect(report).toMatch(/^ {2}ended: .* cancelled \(rejected and cancelled ones do not count\)$/m);
  });

  it("gives load and seed, unless the command line does", () => {
    const settings = { speed: 4, seed: 9 };
    expect(documentWith("simulation", settings).simulation).toMatchObject(settings);
    const given = documentWith("simulation", settings, "--load", "2", "--seed", "3");
    expect(given.simulation).toMatchObject({ speed: 2, seed: 3 });
  });

  it.each([
    ['{"noise_cv": 2}', "FILE: noise_cv must be <= 1, got 2"],
    ['{"noise": 1}', "FILE: noise is not a known field, got 1; did you mean noise_cv?"],
    [
      '{"faults": [{"engine": "x", "from_s": 1, "to_s": 2}]}',
      'FILE: faults.0.engine must be the id of an engine, got "x"',
    ],
    ['{"ttft_slo_s": 1}', "FILE: ttft_slo_s belongs in the configuration (--config), or use --slo-ttft"],
    ['{"tpot_slo_s": 1}', "FILE: tpot_slo_s belongs in the configuration (--config), or use --slo-tpot"],
    ['{"bucket_s": 1}', "FILE: bucket_s follows from the length of the trace"],
    ['{"bucketS": 1}', "FILE: bucketS follows from the length of the trace"],
    [
      '{"fail_share": 0.6, "cancel_share": 0.6}',
      "FILE: fail_share must leave abort_share + cancel_share + fail_share <= 1, got 0.6",
    ],
    ["null", "FILE: must be an object"],
    ["7", "FILE: must be an object"],
  ])("%s is refused", (text, message) => {
    refuses("simulation", text, message);
  });
});

describe("a profile", () => {
  it("takes effect", () => {
    const slower = documentWith("profile", { ...PROFILE, ttft_c: 10 * PROFILE.ttft_c });
    const shipped = documentWith("profile", PROFILE);
    expect(slower.ttft.p50_s).toBeGreaterThan(shipped.ttft.p50_s + 9 * PROFILE.ttft_c);
    const { profiles, ...others } = JSON.parse(output("replay", TRACE, "--json"));
    expect(shipped).toEqual({ ...others, profiles: [{ ...profiles[0], file: "profile.json", shipped: false }] });
  });

  it("is one that the package ships, by its name", () => {
    const { profiles, engines } = JSON.parse(output("replay", SHORT, "--json", "--profile", "h200-llama31-8b-fp8"));
    const { source, ...numbers } = JSON.parse(readFileSync("data/h200-llama31-8b-fp8.json", "utf8"));
    expect(profiles).toEqual([{ file: "h200-llama31-8b-fp8.json", source, shipped: true, engines: 4 }]);
    expect(engines[0].profile).toEqual(numbers);
  });

  it("is named in every report, the shipped ones by what they are", () => {
    const lineOf = (...args: readonly string[]) => /^profile: .*$/m.exec(output("replay", SHORT, ...args))?.[0];
    const named = "profile: Llama-3.1-8B-Instruct-FP8 on H200, TP1, vLLM (shipped: h200-llama31-8b-fp8)";
    expect(lineOf("--profile", "h200-llama31-8b-fp8")).toBe(`${named}; yours: --profile FILE`);
    expect(lineOf("--profile", "h200-llama31-8b-fp8", "--compare")).toBe(`${named}; yours: --profile FILE`);
    const own = write("own.json", JSON.stringify({ ...PROFILE, source: "Llama-3.3-70B, 4xB200" }));
    expect(lineOf("--profile", own)).toBe("profile: Llama-3.3-70B, 4xB200 (own.json)");
    const nameless = write("nameless.json", JSON.stringify({ ...PROFILE, source: undefined }));
    expect(lineOf("--profile", nameless)).toBe("profile: nameless.json (it names no source)");
    const hostile = write("hostile.json", JSON.stringify({ ...PROFILE, source: `\u001b[31m\n${"x".repeat(500)}` }));
    expect(lineOf("--profile", hostile)).toBe(`profile: \\u001b[31m\\u000a${"x".repeat(101)}... (hostile.json)`);
  });

  it("that is no file and no shipped one is refused, with the names that there are", () => {
    expect(narwhal("replay", SHORT, "--profile", "h300")).toEqual({
      status: 2,
      stdout: "",
      stderr:
        "error: option '--profile <profile>' argument 'h300' is invalid. It must be a file (with a slash, or .json at " +
        "its end) or one of h100-tp8-llama2-70b, h200-llama31-8b-fp8.\n",
    });
  });

  it.each([
    [{ ttft_a: null }, "FILE: ttft_a must be a number, got null"],
    [{ ttft_a: "0.1" }, 'FILE: ttft_a must be a number, got "0.1"'],
    [{ tpot_slope: -1 }, "FILE: tpot_slope must be >= 0, got -1"],
    [{ decode_max_requests: undefined }, "FILE: decode_max_requests is required, got undefined"],
    [{ source: 5 }, "FILE: source must be a text, got 5"],
    [{ source: ["Llama"] }, "FILE: source must be a text, got an array"],
    [{ tpot_slop: 1e-7 }, "FILE: tpot_slop is not a known field, got 1e-7; did you mean tpot_slope?"],
    [
      { tpot_slope: undefined, tpot_slop: 1e-7 },
      "FILE: tpot_slop is not a known field, got 1e-7; did you mean tpot_slope?",
    ],
    [{ kv_capacity_token: 4 }, "FILE: kv_capacity_token is not a known field, got 4; did you mean kv_capacity_tokens?"],
    [{ colour: "Blue" }, 'FILE: colour is not a known field, got "Blue"'],
    [{ decode_min_requests: 1000 }, "FILE: decode_min_requests must be <= decode_max_requests 64, got 1000"],
  ])("with %j is refused by file, field and value", (wrong, message) => {
    refuses("profile", JSON.stringify({ ...PROFILE, ...wrong }), message);
  });

  it("that is no object, or not there, is refused", () => {
    refuses("profile", "5", "FILE: profile must be an object, got 5");
    expect(narwhal("replay", SHORT, "--profile", "no.json").stderr).toBe("narwhal-slo: no.json: no such file\n");
  });
});
