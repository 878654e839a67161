import { expect, test } from "vitest";
import { configSchema } from "../../src/config";
import { createPoolSync } from "../../src/index";
import { presetOf } from "../../src/pool/presets";
import { codes, columns, read } from "./markdown";

const page = read("docs/overflow.md");

test("the table of options has what the preset sets, and the defaults", () => {
  const {
    option = [],
    specification = [],
    '`preset: "busy"`': busy = [],
  } = columns(page, "Busy routers: overflow, late sizes, wrong stamps");
  const { config, parts } = presetOf("busy");
  const preset: Readonly<Record<string, unknown>> = { ...config, ...parts };
  const names = option.map((cell) => codes(cell)[0] ?? "");
  expect(names).toEqual(expect.arrayContaining(Object.keys(preset)));
  const defaults = names.map((name) => (configSchema.entries as Record<string, { default?: unknown }>)[name]?.default);
  const plain = (cells: readonly string[]) => cells.map((cell) => cell.replaceAll("`", "").split(" ")[0]);
  expect(plain(specification)).toEqual(names.map((name, i) => String(name === "policy" ? "reactive" : defaults[i])));
  expect(plain(busy)).toEqual(names.map((name, i) => String(preset[name] ?? defaults[i])));
});

test("bins take the memory that the page says", () => {
  const bytesOf = (overflow: "spec" | "binned") =>
    createPoolSync({ slo: { ttftS: 1, tpotS: 0.05 }, overflow })
      .state()
      .memory_bytes?.toLocaleString("en-US");
  const text = page.replace(/\s+/g, " ");
  expect(text).toContain(`It takes ${bytesOf("binned")} bytes instead of ${bytesOf("spec")} at the defaults.`);
});
