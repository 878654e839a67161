import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runVectorFile } from "./run";

const DIRECTORY = "test/vectors";
const files = readdirSync(DIRECTORY).filter((name) => /\.jsonl(\.gz)?$/.test(name));

describe("recorded vectors", () => {
  it("are all there", () => {
    expect(files).toHaveLength(55);
  });

  it.each(files)("%s", (file) => {
    const { known, checks, mismatches } = runVectorFile(`${DIRECTORY}/${file}`);
    expect(mismatches).toEqual([]);
    expect(known).toBe(true);
    expect(checks).toBeGreaterThan(0);
  });
});
