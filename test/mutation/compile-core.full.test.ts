import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LAYOUT_VERSION } from "../../assembly/layout";
import { compileCore } from "./compile-core";
import { coreMutants } from "./core-mutants";
import { applyMutant } from "./find-mutants";

const INDEX = "assembly/index.ts";

/** What the core says of its layout, compiled with this text in place of its exports' source. */
async function layoutVersionOf(text: string): Promise<number> {
  const wasm = (await compileCore(INDEX, text)) as Uint8Array<ArrayBuffer>;
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { instance } = await WebAssembly.instantiate(wasm, { env: { memory } });
  return (instance.exports.layoutVersion as () => number)();
}

describe("compiling the core", () => {
  const text = readFileSync(INDEX, "utf8");

  it("takes a text in place of a source", async () => {
    const changed = text.replace("return LAYOUT_VERSION;", "return LAYOUT_VERSION + 1;");
    expect([await layoutVersionOf(text), await layoutVersionOf(changed)]).toEqual([LAYOUT_VERSION, LAYOUT_VERSION + 1]);
  });

  it("gives null where that does not compile", async () => {
    expect(await compileCore(INDEX, text.replace("return LAYOUT_VERSION;", "return nothing;"))).toBeNull();
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
