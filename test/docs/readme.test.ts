import { describe, expect, test } from "vitest";
import { configSchema } from "../../src/config";
import { createPoolSync, MAX_ENGINES } from "../../src/index";
import { codes, columns, read, table } from "./markdown";

const page = read("README.md");
const text = page.replace(/\s+/g, " ");

test("it is short, and leads to the index of the pages", () => {
  expect(page.trimEnd().split("\n").length).toBeLessThanOrEqual(170);
  expect(page).toContain("](docs/README.md)");
});

describe("the table of policies", () => {
  const scenarios = columns(read("docs/policies.md"), "Scenarios");
  const meanOf = (name: string) => (scenarios[name]?.at(-1) ?? "").replaceAll("*", "");
  const worstOf = (name: string) => {
    const cells = (scenarios[name] ?? []).flatMap((cell) => /worst ([\d.]+)%/.exec(cell)?.[1] ?? []);
    return cells.length === 0 ? "" : `${Math.min(...cells.map(Number)).toFixed(1)}%`;
  };
  const nameOf = (cell: string) => codes(cell)[0] ?? cell;
  const rows = table(page, "Which policy");

  test("has the figures of docs/policies.md", () => {
    const expected = rows.map(([policy = ""]) => [policy, meanOf(nameOf(policy)), worstOf(nameOf(policy))]);
    expect(rows.map((row) => row.slice(0, 3))).toEqual(expected);
    expect(rows.map(([policy = ""]) => nameOf(policy))).toEqual([
      "headroom",
      "best fixed split",
      "queue threshold",
      "reactive",
    ]);
  });

  test("and what is said of them follows from it", () => {
    const points = (of: (name: string) => string) =>
      Number.parseFloat(of("headroom")) - Number.parseFloat(of("queue threshold"));
    expect(text).toContain(
      `You lose ${points(meanOf).toFixed(1)} points of the mean and ${points(worstOf).toFixed(1)} of the worst`,
    );
    expect(scenarios.scenario?.length).toBe(10 + 1);
    expect(text).toContain("over ten simulated scenarios of 30 minutes each");
  });

  test("the threshold is ahead with no mistake of the table", () => {
    const { "what is wrong": mistakes = [], ...ran } = columns(read("docs/policies.md"), "What it costs to be wrong");
    const kept = (name: string, row: number) => Number.parseFloat(ran[name]?.[row] ?? "");
    const ahead = mistakes.filter((_, row) => kept("queue threshold", row) > kept("headroom", row));
    expect(mistakes.length).toBeGreaterThan(10);
    expect(ahead).toEqual([]);
  });
});

describe("the table of figures", () => {
  const rows = table(page, "Figures");
  const results = new Map(
    table(read("bench/RESULTS.md"), "Figures").map(([name, value = ""]) => [name, value.replaceAll(",", "")]),
  );
  const measured = {
    "a request: open, size, reprice, complete": ["request_ns", 1, "ns"],
    "a streamed token": ["token_ns", 1, "ns"],
    "a pass that decides, 2,000 requests after the last": ["pass_us", 1, "us"],
    "the main entry, minified and gzipped": ["entry_gzip_bytes", 1000, "kB"],
  } as const;

  test.each(Object.entries(measured))("%s is about what was measured last", (what, [name, divisor, unit]) => {
    const value = rows.find(([figure]) => figure === what)?.[1] ?? "";
    const [, about = ""] = new RegExp(`^about (\\d+) ${unit}$`).exec(value) ?? [];
    const last = Number(results.get(name)) / divisor;
    expect(Number(about) / last).toBeGreaterThan(0.7);
    expect(Number(about) / last).toBeLessThan(1.4);
  });

  test("the memory of the core is exact", () => {
    const memory = rows.filter(([what = ""]) => what.startsWith("memory of the core"));
    for (const [what = "", bytes] of memory) {
      const options = [...what.matchAll(/(\w+): (\d+)/g)].map(([, name, value]) => [name, Number(value)]);
      const pool = createPoolSync({ slo: { ttftS: 1, tpotS: 0.05 }, ...Object.fromEntries(options) });
      expect(`${pool.state().memory_bytes?.toLocaleString("en-US")} bytes`, what).toBe(bytes);
    }
    expect(rows.length).toBe(Object.keys(measured).length + memory.length);
  });
});

test("the limits are those of the sources", () => {
  const { maxShapes, maxMemoryBytes, decodeCorrectionMin, decodeCorrectionMax } = configSchema.entries;
  expect(text).toContain(`${maxShapes.default} exact shapes in a bucket of one second (\`maxShapes\`, up to 1024)`);
  expect(() => createPoolSync({ slo: { ttftS: 1, tpotS: 0.05 }, maxShapes: 1025 })).toThrow("1024");
  expect(text).toContain(`${MAX_ENGINES} engines in a pool`);
  expect(text).toContain(`more than ${Number(maxMemoryBytes.default) / 2 ** 20} MiB (\`maxMemoryBytes\`)`);
  expect(text).toContain(`by a factor of ${decodeCorrectionMin.default} to ${decodeCorrectionMax.default}`);
});
