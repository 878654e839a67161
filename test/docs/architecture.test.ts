import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { MERGE_EXPECTED, MERGE_FIRST, MERGE_MAX, MERGE_MAX_REAL } from "../../assembly/codes";
import * as layout from "../../assembly/layout";
import { createPoolSync } from "../../src/index";
import { codes, read, table } from "./markdown";

const page = read("docs/architecture.md");
const whole = (bytes: number) => bytes.toLocaleString("en-US");

describe("where each rule lives", () => {
  const files = ["src", "assembly"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  const rows = [0, 1].flatMap((index) => table(page, "Where each rule lives", index));
  const named = [...filesIn(1, "src"), ...filesIn(2, "assembly")];

  /** The names of a column, a star standing for any part of a file's name. */
  function filesIn(column: number, folder: string): RegExp[] {
    const names = rows.flatMap((row) => codes(row[column] ?? ""));
    const parts = names.map((name) => `${folder}/${name}`.split("*").map((part) => part.replace(/[.]/g, "\\.")));
    return parts.map((part) => new RegExp(`^${part.join("[^/]*")}$`));
  }

  test("every section of the rules has its row", () => {
    const sections = [...read("docs/semantics.md").matchAll(/^## (\d+)\./gm)].map((match) => match[1]);
    const told = rows.map(([section = ""]) => section.split(" ")[0]);
    for (const section of sections) expect(told).toContain(section);
  });

  test("every file that is named exists", () => {
    for (const name of named) expect(files.filter((file) => name.test(file)).length, String(name)).toBeGreaterThan(0);
  });

  test("every file of the core and of the controller is named", () => {
    const own = files.filter((file) => /^(assembly|src\/control)\/.*\.ts$/.test(file));
    expect(own.filter((file) => !named.some((name) => name.test(file)))).toEqual([]);
  });

  test("every file that the page speaks of exists", () => {
    const spoken = codes(page).filter((code) => /^[\w/-]+\.ts$/.test(code));
    const found = (name: string) => files.some((file) => file === name || file.endsWith(`/${name}`));
    expect(spoken.filter((name) => !found(name))).toEqual([]);
  });
});

describe("memory", () => {
  const { windowBytes, outcomesBytes, scratchBytes } = layout;
  /** Buckets that are kept before the head's at the defaults, one window and four windows long. */
  const [short, long] = [120, 480];
  const regions = {
    static: layout.IO_BASE,
    transfer: layout.PROFILES_BASE - layout.IO_BASE,
    profiles: layout.LEARNED_BASE - layout.PROFILES_BASE,
    learned: layout.RESULT_BASE - layout.LEARNED_BASE,
    result: layout.SNAPSHOT_BASE - layout.RESULT_BASE,
    snapshot: layout.HEAP_BASE - layout.SNAPSHOT_BASE,
    arrivals: windowBytes(short, 128, MERGE_MAX),
    expected_decode: windowBytes(short, 128, MERGE_EXPECTED),
    observed_decode: windowBytes(long, 128, MERGE_FIRST),
    residency: windowBytes(short, 128, MERGE_MAX_REAL),
    unsized: windowBytes(short, 1, MERGE_FIRST),
    outcomes: outcomesBytes(long),
    scratch: scratchBytes(long, 128),
  };
  const all = Object.values(regions).reduce((sum, bytes) => sum + bytes, 0);
  const memoryBytes = createPoolSync({ slo: { ttftS: 1, tpotS: 0.05 } }).state().memory_bytes ?? 0;

  test("the table is that of layout.ts", () => {
    const told = Object.fromEntries(table(page, "Memory").map(([region = "", , bytes]) => [region, bytes]));
    const expected = Object.entries({ ...regions, all }).map(([region, bytes]) => [region, whole(bytes)]);
    expect(told).toEqual(Object.fromEntries(expected));
  });

  test("a pool has the pages that the table asks for", () => {
    expect(memoryBytes).toBe(Math.ceil(all / layout.PAGE_BYTES) * layout.PAGE_BYTES);
    expect(page).toContain(`${memoryBytes / layout.PAGE_BYTES} pages of 64 KiB, ${whole(memoryBytes)} bytes`);
    expect(read("docs/architecture.svg")).toContain(`${whole(memoryBytes)} bytes`);
  });

  test("the sizes of a bucket are as told", () => {
    const { BUCKET_BYTES, CELL_BYTES, bucketBytes, tableSlots } = layout;
    const text = page.replace(/\s+/g, " ");
    expect(text).toContain(
      `A bucket takes ${whole(bucketBytes(128, MERGE_MAX))} bytes: a header of ${BUCKET_BYTES}, ` +
        `a hash table of ${whole(2 * tableSlots(128))}, and 129 cells of ${CELL_BYTES}.`,
    );
    expect(text).toContain(`${whole((short + 1) * BUCKET_BYTES)} bytes in a row`);
  });
});
