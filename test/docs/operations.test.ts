import { describe, expect, it } from "vitest";
import { createPoolSync, type PoolOptions } from "../../src/index";
import { read, table } from "./markdown";

const OPTIONS: Record<string, Partial<PoolOptions>> = {
  defaults: {},
  "`windowS: 600`": { windowS: 600 },
  "`maxShapes: 1024`": { maxShapes: 1024 },
  '`overflow: "binned"`': { overflow: "binned" },
};

describe("the page of operations", () => {
  const told = Object.fromEntries(
    table(read("docs/operations.md"), "Memory").map(([options = "", bytes]) => [options, bytes]),
  );

  it.each(Object.keys(OPTIONS))("tells the memory of %s", (name) => {
    const { memory_bytes } = createPoolSync({ slo: { ttftS: 1, tpotS: 0.05 }, ...OPTIONS[name] }).state();
    expect(told[name]).toBe(`${memory_bytes?.toLocaleString("en-US")} bytes`);
  });

  it("tells of no other", () => {
    expect(Object.keys(told)).toEqual(Object.keys(OPTIONS));
  });
});
