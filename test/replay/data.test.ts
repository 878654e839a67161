import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
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

  it.each(["h100-tp8-llama2-70b.json", "h200-llama31-8b-fp8.json"])("has the profile %s", (name) => {
    expect(profileFromJson(JSON.parse(read(name))).decodeMaxRequests).toBeGreaterThan(0);
  });
});
