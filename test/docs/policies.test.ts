import { describe, expect, test } from "vitest";
import * as layout from "../../assembly/layout";
import { columns, read } from "./markdown";

const page = read("docs/policies.md");
const text = page.replace(/\s+/g, " ");

/** The share of requests that a cell begins with, in percent. */
const shares = (cells: readonly string[] = []) => cells.map((cell) => Number.parseFloat(cell.replaceAll("*", "")));

describe("what the page says of its tables", () => {
  test.each(["Scenarios", "What it costs to be wrong"])("headroom is above reactive in every row of %s", (heading) => {
    const { headroom, reactive } = columns(page, heading);
    const least = shares(reactive);
    expect(shares(headroom).filter((share, row) => share <= (least[row] ?? 100))).toEqual([]);
    expect(least.length).toBeGreaterThan(7);
  });
});

test("the queue threshold of the page is the one that was compared", () => {
  const decide = (source: string) => /name: "queue_threshold".*?\n};/s.exec(source)?.[0];
  expect(decide(page)).toBeDefined();
  expect(decide(page)).toBe(decide(read("bench/policies/contestants.ts")));
});

test("the sizes of the statistics are those of layout.ts", () => {
  const classes = layout.WORK_PLACES.toLocaleString("en-US");
  const seconds = layout.WORK_SLOTS.toLocaleString("en-US");
  expect(text).toContain(
    `${seconds} seconds and ${classes} classes, ${Math.round(layout.WORK_BYTES / 1000)} KB, and only for a policy`,
  );
  const architecture = read("docs/architecture.md").replace(/\s+/g, " ");
  expect(architecture).toContain(`a region of ${layout.WORK_BYTES.toLocaleString("en-US")} bytes more`);
  expect(architecture).toContain(`of ${seconds} seconds, and the running means of ${classes} classes`);
});
