import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DEMAND_GAPS } from "../../src/accounting/demand";
import { EXIT } from "../../src/cli/exit";
import { REASONS } from "../../src/decision/reasons";
import { createPoolSync, type PoolOptions } from "../../src/index";
import { codes, read, table } from "./markdown";

const OPTIONS: Record<string, Partial<PoolOptions>> = {
  defaults: {},
  "`windowS: 600`": { windowS: 600 },
  "`maxShapes: 1024`": { maxShapes: 1024 },
  '`overflow: "binned"`': { overflow: "binned" },
};

describe("the page of operations", () => {
  const listed = Object.fromEntries(
    table(read("docs/operations.md"), "Memory").map(([options = "", bytes]) => [options, bytes]),
  );

  it.each(Object.keys(OPTIONS))("has the memory of %s", (name) => {
    const { memory_bytes } = createPoolSync({ slo: { ttftS: 1, tpotS: 0.05 }, ...OPTIONS[name] }).state();
    expect(listed[name]).toBe(`${memory_bytes?.toLocaleString("en-US")} bytes`);
  });

  it("has no other", () => {
    expect(Object.keys(listed)).toEqual(Object.keys(OPTIONS));
  });
});

describe("the table of limits", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const sources = files.map((name) => read(`src/${name}`)).join("\n");
  const most = new Map(
    table(read("docs/operations.md"), "Limits of what is read").map(([what, cell = ""]) => [what, cell]),
  );

  /** The number that the sources give to a name: `2 ** 20`, `10_000_000`. */
  function constant(name: string): number {
    const [, factors = ""] = new RegExp(`${name} = ([\\d_]+(?: \\*\\* \\d+)?)`).exec(sources) ?? [];
    const [base = "", exponent = "1"] = factors.replaceAll("_", "").split(" ** ");
    return Number(base) ** Number(exponent);
  }

  it.each([
    ["a line of a trace", `2^${Math.log2(constant("MAX_LINE_LENGTH"))} characters`],
    ["rows of a trace", `${constant("maxRows") / 1e6} million`],
    ["a line of a journal or an event log", `2^${Math.log2(constant("maxLineLength"))} characters`],
    ["a trace or a part of a log, decompressed", `${constant("{ maxBytes") / 2 ** 30} GiB`],
    ["a profile, a configuration, measurements", `${constant("MAX_DOCUMENT_BYTES") / 2 ** 20} MiB of UTF-8`],
    ["a profile, a configuration, measurements", `nested ${constant("MAX_DEPTH")} deep`],
    ["rows of measurements for `fit`", `${constant("MAX_ROWS")}`],
    ["a replay", `${constant("MAX_PASSES") / 1e6} million passes, ${Math.floor(constant("MAX_PASSES") / 86_400)} days`],
    ["a URL of the routes", `${constant("MAX_URL_LENGTH")} characters`],
  ])("has that of %s", (what, limit) => {
    expect(most.get(what)).toContain(limit);
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
