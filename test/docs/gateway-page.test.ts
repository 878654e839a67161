import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { codes, read, table } from "./markdown";

const page = read("docs/embedding.md");
const files = readdirSync("examples/gateway").filter((name) => name.endsWith(".ts"));
const gateway = files.map((name) => read(`examples/gateway/${name}`)).join("\n");

describe("what the page says of the example gateway", () => {
  const calls = table(page, "Where the calls go").flatMap(([, call = ""]) => codes(call));

  test("the table has calls", () => {
    expect(calls.length).toBeGreaterThan(15);
  });

  test.each(calls)("it makes the call %s", (call) => {
    const name = /(\w+)\(/.exec(call)?.[1];
    expect(gateway).toMatch(new RegExp(`\\.${name}\\(`));
  });

  test.each(["collectPoolMetrics", "observePoolMetrics", "GenAiServerMetrics", "narwhalPlugin"])(
    "it has %s",
    (name) => {
      expect(page).toContain(name);
      expect(gateway).toMatch(new RegExp(`^import .*\\b${name}\\b.* from "narwhal-slo/`, "m"));
    },
  );
});
