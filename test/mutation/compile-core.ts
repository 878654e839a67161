import { readFileSync } from "node:fs";
import { join } from "node:path";
import asc from "assemblyscript/asc";

/** Little optimized: what the core computes is the same, and it is compiled in a third of the time. */
const ARGUMENTS = [
  "--config",
  "asconfig.json",
  "--target",
  "release",
  "--optimizeLevel",
  "1",
  "--outFile",
  "core.wasm",
];

/**
 * The core with one of its sources replaced, null if that does not compile.
 * @param path of the source, such as `assembly/ring.ts`
 */
export async function compileCore(path: string, text: string): Promise<Uint8Array | null> {
  let wasm: Uint8Array | null = null;
  const { error } = await asc.main(ARGUMENTS, {
    readFile: (name, directory) => (join(name) === path ? text : fileText(join(directory, name))),
    writeFile: (_, contents) => {
      if (typeof contents !== "string") wasm = contents;
    },
    stdout: { write: () => {} },
    stderr: { write: () => {} },
  });
  return error ? null : wasm;
}

function fileText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
