import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { profileFromJson } from "../../src/profile";
import { narwhal, output, scratch, TRACE } from "./command";

const PREFILL = "test/fit/data/splitwise-llama2-70b-h100-80gb-tp8-prefill.csv";
const DECODE = "test/fit/data/splitwise-llama2-70b-h100-80gb-tp8-decode.csv";
const file = scratch();

describe("narwhal-slo fit", () => {
  it("prints a profile, and its report beside it", () => {
    const { status, stdout, stderr } = narwhal("fit", PREFILL, DECODE);
    expect(status).toBe(0);
    expect(profileFromJson(JSON.parse(stdout))).toMatchObject({ decodeMaxRequests: 64, prefillMaxTokens: 8192 });
    expect(stderr).toMatch(/prefill +7 +9\.0% +20\.8%\n +decode +19 +1\.9% +2\.3%/);
    expect(stderr).toContain("\nwarning: prefill: 6 rows hold several prompts and were left out\n");
    expect(stderr).not.toContain("\u001b");
  });

  it("writes a profile that replay takes", () => {
    const path = file("profile.json", "");
    expect(output("fit", PREFILL, DECODE, "--output", path)).toContain("token interval, ms, by KV tokens");
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({
      prefill_min_tokens: 1,
      decode_max_kv_tokens: 36864,
    });
    expect(output("replay", TRACE, "--profile", path)).toMatch(/^Promises kept: TTFT \d/m);
  });

  it.each([
    [["fit", "missing.csv", DECODE], "narwhal-slo: missing.csv: no such file\n"],
    [["fit", DECODE, DECODE], `narwhal-slo: ${DECODE}: needs a column input_tokens or isl_tokens or `],
  ])("%j is refused in one line", (args, message) => {
    const { status, stdout, stderr } = narwhal(...args);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr.startsWith(message)).toBe(true);
    expect(stderr.trim().split("\n").length).toBe(1);
  });
});
