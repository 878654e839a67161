import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fitProfile } from "../../src/fit/fit-profile";
import { fitPoints } from "../../src/fit/least-squares";
import { MeasurementError, readDecode, readPrefill } from "../../src/fit/measurements";
import { profileFromJson } from "../../src/profile";

const prefill = (text: string) => readPrefill(text, "prefill.csv");
const decode = (text: string) => readDecode(text, "decode.csv");

/** Measurements that a profile would have given without any noise. */
function exact() {
  const inputs = [100, 500, 1000, 2000, 4000, 8000];
  const batches = [1, 2, 4, 8, 16].flatMap((requests) =>
    [100, 900].map((each) => [requests, requests * each] as const),
  );
  return {
    prefill: `input_tokens,ttft_s\n${inputs.map((x) => `${x},${1e-8 * x * x + 2e-5 * x + 0.03}`).join("\n")}`,
    decode: `requests,kv_tokens,tpot_s\n${batches.map(([n, k]) => `${n},${k},${1e-7 * k + 2e-4 * n + 0.01}`).join("\n")}`,
  };
}

describe("a fit", () => {
  it.each([
    ["splitwise-llama2-70b-h100-80gb-tp8", "h100-tp8-llama2-70b"],
    ["dynamo-h200-llama31-8b-fp8", "h200-llama31-8b-fp8"],
  ])("of %s gives the coefficients of %s", (measured, fitted) => {
    const read = (phase: string) => readFileSync(`test/fit/data/${measured}-${phase}.csv`, "utf8");
    const { profile } = fitProfile(prefill(read("prefill")), decode(read("decode")));
    const wanted = profileFromJson(JSON.parse(readFileSync(`data/${fitted}.json`, "utf8")));
    for (const name of ["ttftA", "ttftB", "ttftC", "tpotSlope", "tpotRequestSlope", "tpotIntercept"] as const) {
      expect(profile[name] / wanted[name]).toBeCloseTo(1, 4);
    }
    expect(profile.decodeFitMape).toBeCloseTo(wanted.decodeFitMape ?? 0, 3);
    expect([profile.prefillMinTokens, profile.prefillMaxTokens]).toEqual([1, wanted.prefillMaxTokens]);
    expect([profile.decodeMinRequests, profile.decodeMinKvTokens]).toEqual([1, 1]);
  });

  it("of exact measurements finds what made them, within their bounds, and warns of nothing", () => {
    const measured = exact();
    const { profile, prefill: fit, warnings } = fitProfile(prefill(measured.prefill), decode(measured.decode));
    expect(profile.ttftA).toBeCloseTo(1e-8, 14);
    expect(profile.ttftB).toBeCloseTo(2e-5, 11);
    expect(profile.ttftC).toBeCloseTo(0.03, 8);
    expect(profile.tpotSlope).toBeCloseTo(1e-7, 13);
    expect(profile.tpotRequestSlope).toBeCloseTo(2e-4, 10);
    expect(profile).toMatchObject({
      prefillMinTokens: 1,
      prefillMaxTokens: 8000,
      decodeMinRequests: 1,
      decodeMaxRequests: 16,
      decodeMinKvTokens: 1,
      decodeMaxKvTokens: 14_400,
    });
    expect(fit.mape).toBeCloseTo(0, 9);
    expect(fit.heldOutMape).toBeCloseTo(0, 9);
    expect(warnings).toEqual([]);
  });

  it("holds from the smallest measured length on, where less than that would be another thing", () => {
    const steep = `input_tokens,ttft_ms\n${[1, 2, 3, 4, 5, 6, 7].map((x) => `${x * 100},${x * 10}`).join("\n")}`;
    expect(fitProfile(prefill(steep), decode(exact().decode)).profile.prefillMinTokens).toBe(100);
  });

  it("never has a negative coefficient: the term is left out, and the reader told", () => {
    const falling = `input_tokens,ttft_ms\n${[1, 2, 3, 4, 5, 6, 7].map((x) => `${x * 100},${100 - x * x}`).join("\n")}`;
    const { profile, warnings } = fitProfile(prefill(falling), decode(exact().decode));
    expect([profile.ttftA, profile.ttftB]).toEqual([0, 0]);
    expect(warnings[0]).toBe("prefill: ttft_a, ttft_b would be negative and is 0");
    const point = (x: number, value: number) => ({ terms: [x, 1], value, weight: 1 });
    const { coefficients } = fitPoints([point(1, 1), point(2, 3), point(3, 5), point(4, 7)]);
    expect(coefficients[1]).toBe(0);
  });
});

describe("warnings", () => {
  const warningsOf = (decodeText: string, prefillText = exact().prefill) =>
    fitProfile(prefill(prefillText), decode(decodeText)).warnings;

  it("ask whether seconds stand in a column of milliseconds", () => {
    const rows = [1, 2, 3, 4, 5, 6].map((n) => `${1000 * n},${0.1 * n}`);
    expect(warningsOf(exact().decode, `input_tokens,ttft_ms\n${rows.join("\n")}`)).toContain(
      "prefill: most times are below 1 ms; are they seconds in a column of ms?",
    );
  });

  it("tell of saturated rows and of batched prompts, which are left out", () => {
    const saturated = exact()
      .decode.split("\n")
      .map((line, i) => `${line},${i === 0 ? "saturated" : i > 8 ? 1 : 0}`);
    expect(warningsOf(saturated.join("\n"))).toEqual([
      "decode: 2 rows are saturated or hold prefills and were left out",
    ]);
    const batched = exact()
      .prefill.split("\n")
      .map((line, i) => `${line},${i === 0 ? "batch_size" : 1}`);
    const text = `${batched.join("\n")}\n100,9,4`;
    expect(warningsOf(exact().decode, text)).toEqual(["prefill: 1 rows hold several prompts and were left out"]);
  });

  it("tell of points that cannot tell the terms apart", () => {
    const rows = [1, 2, 3, 4, 5, 6, 7].map((n) => `${n},${n * 1000},${10 + n}`);
    const [warning] = warningsOf(`requests,kv_tokens,tpot_ms\n${rows.join("\n")}`);
    expect(warning).toBe(
      "decode: the points cannot tell tpot_slope, tpot_request_slope, tpot_intercept apart; vary them independently",
    );
  });

  it("tell of few points, and of a fit that does not hold for what it has not seen", () => {
    const rows = ["1,100,10", "2,900,30", "4,300,11", "8,5000,90", "3,100,9"];
    const warnings = warningsOf(`requests,kv_tokens,tpot_ms\n${rows.join("\n")}`);
    expect(warnings).toContain("decode: only 5 points for 3 coefficients");
    expect(warnings.at(-1)).toMatch(/^decode: the held-out error is \d+\.\d%$/);
  });
});

describe("files that are refused", () => {
  it.each([
    ["", "prefill.csv: holds no rows"],
    ["# only a remark\n", "prefill.csv: holds no rows"],
    [
      "tokens, ttft_ms\n1,2",
      'prefill.csv: needs a column input_tokens or isl_tokens or total_prompt_tokens or prompt_tokens, has "tokens, ttft_ms"',
    ],
    ["input_tokens,time\n1,2", "needs a column ttft_s or"],
    [
      '{"date": "1", "model_id": "m", "num_prompts": 3}',
      "prefill.csv: looks like a vLLM benchmark result; it must be a CSV file",
    ],
    [' {"a": 1}', "prefill.csv: looks like JSON; it must be a CSV file"],
    ["# a remark\ninput_tokens,ttft_ms\n1,x", 'prefill.csv:3: ttft_ms must be a number, got "x"'],
    ["input_tokens,ttft_ms\n1", 'prefill.csv:2: ttft_ms must be a number, got ""'],
    ["input_tokens,ttft_ms\n0,1", "prefill.csv:2: input_tokens must be > 0, got 0"],
    ["input_tokens,ttft_ms\n5,-1", "prefill.csv:2: ttft_ms must be > 0, got -1"],
  ])("%j", (text, message) => {
    expect(() => prefill(text)).toThrow(MeasurementError);
    expect(() => prefill(text)).toThrow(message);
  });

  it("are those with too few different points", () => {
    const few = prefill("input_tokens,ttft_ms\n1,1\n2,2\n3,3\n3,4");
    expect(() => fitProfile(few, decode(exact().decode))).toThrow(
      "at least 4 different points for 3 coefficients, got 3",
    );
    expect(() => decode("kv_tokens,tpot_ms\n1,1")).toThrow("needs a column requests");
  });
});
