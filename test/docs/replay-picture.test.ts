import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DEFAULT_POLICY } from "../../src/cli/defaults";
import { profileFromJson, resolveConfig } from "../../src/index";
import { parseTrace, ReplayRun, replayDocument } from "../../src/replay";
import { originOf } from "../../src/replay/profile-origin";
import { read } from "./markdown";

/** The document of `narwhal-slo replay data/azure-code-busiest2000.csv --policy headroom --json`. */
function shippedReplay(): object {
  const json = JSON.parse(read("data/h100-tp8-llama2-70b.json"));
  const profile = profileFromJson(json);
  const origin = originOf("h100", json, "h100-tp8-llama2-70b.json", true);
  const trace = parseTrace(read("data/azure-code-busiest2000.csv"));
  const roles = ["prefill", "decode", "decode", "decode"] as const;
  const input = {
    requests: trace.requests,
    engines: roles.map((role, i) => ({ id: `engine-${i}`, role, profile, origin })),
    config: resolveConfig({ ttftSloS: 1, tpotSloS: 0.05 }),
    policy: DEFAULT_POLICY,
  };
  const run = new ReplayRun(input);
  run.run();
  return replayDocument("azure-code-busiest2000.csv", trace, input, run.report());
}

function draw(document: object): string {
  const input = JSON.stringify(document);
  return execFileSync(process.execPath, ["scripts/draw-replay.mjs"], { input, encoding: "utf8", stdio: "pipe" });
}

test("docs/replay.svg shows the replay as it is now (CONTRIBUTING.md says how to draw it anew)", () => {
  expect(readFileSync("docs/replay.svg", "utf8")).toBe(draw(shippedReplay()));
});

test("what is no replay is not drawn", () => {
  expect(() => draw({ schema: "narwhal-slo/compare", version: 1 })).toThrow(/narwhal-slo\/replay/);
});
