import { expect, test } from "vitest";
import { node, write } from "./project";
import { EXPECTED, SCENARIO } from "./scenario";

const PRINTED = "console.log(JSON.stringify(scenario(slo, replay)));";

test("an ES module imports it", () => {
  const imports = `import * as slo from "narwhal-slo";\nimport * as replay from "narwhal-slo/replay";`;
  const file = write("esm.mjs", `${imports}\n${SCENARIO}\n${PRINTED}`);
  expect(JSON.parse(node(file))).toEqual(EXPECTED);
});

test("a CommonJS module requires it", () => {
  const file = write(
    "cjs.cjs",
    `const slo = require("narwhal-slo"), replay = require("narwhal-slo/replay");\n${SCENARIO}\n${PRINTED}`,
  );
  expect(JSON.parse(node(file))).toEqual(EXPECTED);
});
