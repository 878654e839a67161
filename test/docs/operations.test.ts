import { describe, expect, it } from "vitest";
import { DEMAND_GAPS } from "../../src/accounting/demand";
import { EXIT } from "../../src/cli/exit";
import { REASONS } from "../../src/control/reasons";
import { createPoolSync, type PoolOptions } from "../../src/index";
import { codes, read, table } from "./markdown";

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

it("names reasons and gaps that exist, where waiting will not help", () => {
  const named = table(read("docs/operations.md"), "When waiting will not help").flatMap((cells) =>
    cells.flatMap(codes),
  );
  const others = ["hints", "clears_in_s", "explain", "pool.demand().gaps", "size()"];
  const known: readonly string[] = [...REASONS, ...DEMAND_GAPS, ...others];
  expect(named.filter((code) => !known.includes(code))).toEqual([]);
  expect(named).toContain("profile_uncovered");
  expect(named).toContain("prefill_domain");
});

it("names every status that the command ends with", () => {
  const statuses = table(read("docs/operations.md"), "The command").map(([status]) => Number(status));
  expect(statuses).toEqual(Object.values(EXIT));
});
