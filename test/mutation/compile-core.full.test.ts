import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CORE_VERSION } from "../../assembly/version";
import { DemandWindow } from "../../src/index";
import { compileCore } from "./compile-core";
import { coreMutants } from "./core-mutants";
import { applyMutant } from "./find-mutants";

const VERSION = "assembly/version.ts";

/** A module with this text in place of the source of its version. */
async function moduleOf(text: string): Promise<WebAssembly.Module> {
  return new WebAssembly.Module((await compileCore(VERSION, text)) as Uint8Array<ArrayBuffer>);
}

describe("compiling the core", () => {
  const text = readFileSync(VERSION, "utf8");
  const options = { retainedS: 1, bucketS: 1 };

  it("takes a text in place of a source: a core of other sources is refused", async () => {
    const [same, other] = [await moduleOf(text), await moduleOf("export const CORE_VERSION = 1;")];
    expect(text).toContain(CORE_VERSION.toString(16));
    expect(new DemandWindow({ ...options, module: same }).add([1])).toBe(0);
    expect(() => new DemandWindow({ ...options, module: other })).toThrow("module must be this version's core.wasm");
  });

  it("gives null where that does not compile", async () => {
    expect(await compileCore(VERSION, text.replace("CORE_VERSION", "OTHER"))).toBeNull();
  });

  it.each([
    ["assembly/results.ts", "  ttft: f64;\n  tpot: f64;\n", "  tpot: f64;\n  ttft: f64;\n"],
    ["assembly/results.ts", "  covered: f64;\n", "  covered: f64;\n  one: f64;\n"],
    ["assembly/rows.ts", "  a: f64;\n  b: f64;\n", "  b: f64;\n  a: f64;\n"],
    ["assembly/scoring.ts", "  minInput: f64;\n  maxInput: f64;\n", "  maxInput: f64;\n  minInput: f64;\n"],
    ["assembly/profiles.ts", "  ttftA: f64;\n  ttftB: f64;\n", "  ttftB: f64;\n  ttftA: f64;\n"],
  ])("fails where a struct of %s is not what the host knows", async (path, fields, swapped) => {
    const source = readFileSync(path, "utf8");
    expect(source).toContain(fields);
    expect(await compileCore(path, source.replace(fields, swapped))).toBeNull();
  });
});

describe("the core's mutants", () => {
  const mutants = coreMutants();
  const paths = [...new Set(mutants.map(({ path }) => path))];

  it("are of all its rules, and none of the layout", () => {
    expect(paths).toContain("assembly/window.ts");
    expect(paths).not.toContain("assembly/layout.ts");
    expect(mutants.length).toBeGreaterThan(2000);
  });

  it("change one place each, to something else", () => {
    const sources = new Map(paths.map((path) => [path, readFileSync(path, "utf8")]));
    for (const mutant of mutants) {
      const source = sources.get(mutant.path) as string;
      expect(applyMutant(source, mutant).length).toBe(
        source.length - mutant.original.length + mutant.replacement.length,
      );
      expect(mutant.replacement).not.toBe(mutant.original);
    }
  });
});
