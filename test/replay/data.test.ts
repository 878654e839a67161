import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SHIPPED_PROFILES } from "../../src/cli/shipped-profiles";
import { profileFromJson } from "../../src/profile";
import { parseTrace } from "../../src/replay/index";

const read = (name: string) => readFileSync(new URL(`../../data/${name}`, import.meta.url), "utf8");

describe("the shipped data", () => {
  it("has 2,000 rows of the Azure code trace", () => {
    const trace = parseTrace(read("azure-code-busiest2000.csv"));
    expect(trace).toMatchObject({ format: "azure", outOfOrderRows: 0, skippedRows: 0 });
    expect(trace.requests).toHaveLength(2000);
    expect(trace.requests[0]).toEqual({ atS: 0, inputTokens: 152, outputTokens: 17 });
    expect(trace.requests.at(-1)?.atS).toBe(479.631421);
  });

  it.each(Object.keys(SHIPPED_PROFILES))("has the profile %s, which says where it comes from", (name) => {
    const json = JSON.parse(read(`${name}.json`));
    expect(profileFromJson(json).decodeMaxRequests).toBeGreaterThan(0);
    expect(json.source).toMatch(/\(MIT|Apache-2.0\)/);
  });

  it("has no other profiles than those that are known by name", () => {
    const files = readdirSync(new URL("../../data/", import.meta.url)).filter((name) => name.endsWith(".json"));
    expect(files).toEqual(Object.keys(SHIPPED_PROFILES).map((name) => `${name}.json`));
  });
});
