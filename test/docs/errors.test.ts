import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { createPoolSync, NarwhalError } from "../../src/index";
import { codes, read, table } from "./markdown";

const page = read("docs/errors.md");

test("the table has every code of the sources, and no other", () => {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  // One that ends with _ is the beginning of a template.
  const found = sources.flatMap((name) => read(`src/${name}`).match(/(?<=["`])ERR_NARWHAL_[A-Z_]+/g) ?? []);
  const matches = (code: string, start: string) => code === start || (start.endsWith("_") && code.startsWith(start));
  const listed = table(page, "Errors").flatMap(([code = ""]) => codes(code));
  expect(found.filter((start) => !listed.some((code) => matches(code, start)))).toEqual([]);
  expect(listed.filter((code) => !found.some((start) => matches(code, start)))).toEqual([]);
});

test("the message is as quoted", () => {
  const make = () => createPoolSync({ slo: { ttftS: 1, tpotS: -1 } });
  expect(make).toThrow(NarwhalError);
  const quoted = /echoes the value: `(.*?)`/s.exec(page)?.[1];
  expect(make).toThrow(quoted);
});
