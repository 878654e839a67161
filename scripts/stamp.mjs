// A build step runs only when its inputs or outputs have changed since it last ran.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Inputs of the bundles. */
export const BUNDLE_INPUTS = [
  ...["src", "assembly", "simulator", "scripts", "package-lock.json"],
  ...["package.json", "tsconfig.json", "tsup.config.ts", "tsup.command.config.ts"],
];

/**
 * Runs `make` unless `inputs` and `outputs` (files, or folders with all that is in them) are those of its last run.
 *
 * @returns whether it ran
 */
export async function step(name, { inputs, outputs, make }) {
  const path = `build/${name}.stamp`;
  const before = digest(inputs);
  if (existsSync(path) && readFileSync(path, "utf8") === `${before} ${digest(outputs)}\n`) return false;
  await make();
  mkdirSync("build", { recursive: true });
  // The inputs' digest is the one from before: a source that was edited meanwhile is built again the next time.
  writeFileSync(path, `${before} ${digest(outputs)}\n`);
  return true;
}

/** SHA-256 over names and contents of files and folders, in hex; what is missing counts as missing. */
export function digest(paths) {
  const hash = createHash("sha256");
  for (const path of paths.flatMap(filesOf)) hash.update(`${path}\0`).update(readFileSync(path)).update("\0");
  return hash.digest("hex");
}

function filesOf(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  const entries = readdirSync(path, { withFileTypes: true }).filter(({ name }) => name !== "node_modules");
  return entries.flatMap(({ name }) => filesOf(join(path, name))).sort();
}
