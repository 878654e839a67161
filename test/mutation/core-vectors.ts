import { readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { buildSync } from "esbuild";
import type { runVectorFile } from "../conformance/run";

const DIRECTORY = "test/vectors";
/** Recorded cases of what the core does, small files first. */
const FILES = readdirSync(DIRECTORY)
  .filter((name) => /^(window|outcomes|demand|score)\b/.test(name))
  .sort((a, b) => bytesOf(a) - bytesOf(b));

/** What replays the cases, but for the core. */
const {
  outputFiles: [replayer],
} = buildSync({
  entryPoints: ["test/conformance/run.ts"],
  external: ["./binary"],
  bundle: true,
  platform: "node",
  format: "cjs",
  write: false,
});
const evaluate = new Function("require", "module", replayer?.text ?? "");
const requireNode = createRequire(import.meta.url);

/**
 * The recorded cases that this core does not give alike: the name of the first file, null if there is none.
 * @param onFile called after every file that is
 */
export function vectorFault(wasm: Uint8Array, onFile: () => void): string | null {
  const run = replayerWith(wasm);
  for (const file of FILES) {
    if (!isGivenAlike(run, `${DIRECTORY}/${file}`)) return file;
    onFile();
  }
  return null;
}

/** Evaluated anew each time: a core is compiled once for all. */
function replayerWith(wasm: Uint8Array): typeof runVectorFile {
  const binary = { CORE_HEX: Buffer.from(wasm).toString("hex") };
  const module = { exports: {} as { runVectorFile: typeof runVectorFile } };
  evaluate((name: string) => (name === "./binary" ? binary : requireNode(name)), module);
  return module.exports.runVectorFile;
}

function isGivenAlike(run: typeof runVectorFile, path: string): boolean {
  try {
    return run(path).mismatches.length === 0;
  } catch {
    return false;
  }
}

function bytesOf(file: string): number {
  return statSync(`${DIRECTORY}/${file}`).size;
}
