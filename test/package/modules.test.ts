import { expect, test } from "vitest";
import { node, project, write } from "./project";
import { EXPECTED, REQUIRED, SCENARIO } from "./scenario";

test("a module compiled from narwhal-slo/core.wasm serves where compiling is forbidden", () => {
  const file = write(
    "given-module.cjs",
    `${REQUIRED}\n${SCENARIO}
     const bytes = require("node:fs").readFileSync(require.resolve("narwhal-slo/core.wasm"));
     const core = new WebAssembly.Module(bytes);
     WebAssembly.Module = WebAssembly.compile = WebAssembly.instantiate = () => { throw new Error("forbidden"); };
     console.log(JSON.stringify(scenario(entries, core)));`,
  );
  expect(JSON.parse(node(file))).toEqual(EXPECTED);
});

test("quoted CSV is read where objects have no __proto__, as in Deno", () => {
  const file = write(
    "quoted.cjs",
    `const { parseTrace } = require("narwhal-slo/replay");
     const text = 'TIMESTAMP,ContextTokens,GeneratedTokens\\n"2023-11-16 18:15:46", 5 ,"7"';
     console.log(JSON.stringify([{}.__proto__ === undefined, parseTrace(text).requests]));`,
  );
  const requests = [{ atS: 0, inputTokens: 5, outputTokens: 7 }];
  expect(JSON.parse(node("--disable-proto=delete", file))).toEqual([true, requests]);
});

test("createPool answers with a pool", () => {
  const file = write(
    "create-pool.mjs",
    `import { createPool } from "narwhal-slo";
     const pool = await createPool({ slo: { ttftS: 1, tpotS: 0.05 } });
     pool.open().size(812, 256);
     console.log(pool.demand().arrivals);`,
  );
  expect(node(file).trim()).toBe("1");
});

test("a JSON Schema is an entry", () => {
  const file = write("schema.cjs", `console.log(require("narwhal-slo/schemas/state.json").properties.schema.const);`);
  expect(node(file).trim()).toBe("narwhal-slo/state");
});

test("package.json is an entry, and nothing else that is not named is", () => {
  const file = write(
    "entries.cjs",
    `const codes = ["narwhal-slo/dist/index.cjs", "narwhal-slo/src/index"].map((name) => {
       try { return require(name) && "open"; } catch (error) { return error.code; }
     });
     console.log(JSON.stringify([require("narwhal-slo/package.json").name, ...codes]));`,
  );
  const closed = "ERR_PACKAGE_PATH_NOT_EXPORTED";
  expect(JSON.parse(node(file)), project).toEqual(["narwhal-slo", closed, closed]);
});
