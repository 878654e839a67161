import { expect, test } from "vitest";
import { node, write } from "./project";
import { EXPECTED, IMPORTED, REQUIRED, SCENARIO } from "./scenario";

const PRINTED = "console.log(JSON.stringify(scenario(entries)));";

test("an ES module imports it", () => {
  const file = write("esm.mjs", `${IMPORTED}\n${SCENARIO}\n${PRINTED}`);
  expect(JSON.parse(node(file))).toEqual(EXPECTED);
});

test("a CommonJS module requires it", () => {
  const file = write("cjs.cjs", `${REQUIRED}\n${SCENARIO}\n${PRINTED}`);
  expect(JSON.parse(node(file))).toEqual(EXPECTED);
});
