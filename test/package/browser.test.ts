import { createContext, runInContext } from "node:vm";
import { type BuildOptions, build } from "esbuild";
import { expect, test } from "vitest";
import { project } from "./project";
import { EXPECTED, IMPORTED, SCENARIO } from "./scenario";

/** Bundles a program of the project, with nothing left outside. */
async function bundle(contents: string, options: BuildOptions = {}) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: project },
    bundle: true,
    write: false,
    metafile: true,
    logLevel: "silent",
    format: "iife",
    platform: "browser",
    ...options,
  });
  const [file] = outputFiles ?? [];
  return { code: file?.text ?? "", inputs: Object.keys(metafile?.inputs ?? {}) };
}

/** What a browser has beyond the language. */
const browser = () => createContext({ atob, performance });

test("bundled for browsers, it runs where nothing of Node is", async () => {
  const { code } = await bundle(`${IMPORTED}\n${SCENARIO}\nglobalThis.result = JSON.stringify(scenario(entries));`);
  const context = browser();
  expect(runInContext("typeof process + typeof Buffer + typeof require", context)).toBe("undefined".repeat(3));
  runInContext(code, context);
  expect(JSON.parse(context.result)).toEqual(EXPECTED);
});

test("minified, it does the same", async () => {
  const program = `${IMPORTED}\n${SCENARIO}\nglobalThis.result = JSON.stringify(scenario(entries));`;
  const { code } = await bundle(program, { minify: true });
  const context = browser();
  runInContext(code, context);
  expect(JSON.parse(context.result)).toEqual(EXPECTED);
});

test.each(["narwhal-slo", "narwhal-slo/parts", "narwhal-slo/journal", "narwhal-slo/replay"])(
  "%s reaches no module of Node",
  async (entry) => {
    // On the neutral platform esbuild knows no built-in modules: an import of one is an error.
    const neutral: BuildOptions = { platform: "neutral", format: "esm", mainFields: ["module", "main"] };
    const { inputs } = await bundle(`export * from "${entry}";`, neutral);
    expect(inputs.join("\n")).toContain("narwhal-slo/dist/");
    await expect(bundle(`import "node:fs";`, neutral)).rejects.toThrow("Could not resolve");
    await expect(bundle(`import "fs";`, neutral)).rejects.toThrow("Could not resolve");
  },
);

test("a bundler may drop it whole if it is not used", async () => {
  const { code } = await bundle(`import "narwhal-slo";\nimport "narwhal-slo/replay";`);
  expect(code.replace(/\s/g, "")).toBe("(()=>{})();");
});

test("loading it really has no effect: nothing is compiled, read or left behind", async () => {
  const { code } = await bundle(`import "narwhal-slo";\nimport "narwhal-slo/replay";`, { ignoreAnnotations: true });
  expect(code).toContain("class ");
  const context = createContext({});
  runInContext("globalThis.WebAssembly = undefined; Math.random = Date.now = undefined;", context);
  const globals = () => runInContext("Object.getOwnPropertyNames(globalThis).sort().join()", context);
  const before = globals();
  runInContext(code, context);
  expect(globals()).toBe(before);
});
