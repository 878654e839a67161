import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import packageJson from "../../package.json";

const FOLDER = "build/runtimes";

/** Where Deno keeps what it has compiled. */
export const DENO_CACHE = join(FOLDER, "deno");
/** Replays the folder of vectors that it is given, as `npm run conformance` does. */
export const VECTORS = join(FOLDER, "vectors.mjs");
/** The smoke test, for each kind of module. */
export const SMOKES = { "ES module": join(FOLDER, "smoke.mjs"), CommonJS: join(FOLDER, "smoke.cjs") } as const;

/** Bundles what the runtimes run to plain JavaScript, beside a project that has the built package. */
export function prepare(): void {
  rmSync(FOLDER, { recursive: true, force: true });
  bundle("test/conformance/main.ts", VECTORS, "esm");
  bundle("tools/runtimes/smoke-main.js", SMOKES["ES module"], "esm");
  bundle("tools/runtimes/smoke-main.js", SMOKES.CommonJS, "cjs");
  installPackage();
}

function bundle(entry: string, outfile: string, format: "esm" | "cjs"): void {
  buildSync({
    entryPoints: [entry],
    outfile,
    format,
    bundle: true,
    platform: "node",
    target: "es2022",
    external: [packageJson.name],
    logLevel: "warning",
  });
}

/** As npm would have it: the package and what it depends on in `node_modules`. */
function installPackage(): void {
  const { name, version, dependencies } = packageJson;
  const modules = join(FOLDER, "node_modules");
  mkdirSync(modules, { recursive: true });
  writeFileSync(join(FOLDER, "package.json"), JSON.stringify({ private: true, dependencies: { [name]: version } }));
  for (const part of ["package.json", "dist"]) cpSync(part, join(modules, name, part), { recursive: true });
  for (const dependency of Object.keys(dependencies)) {
    cpSync(join("node_modules", dependency), join(modules, dependency), { recursive: true });
  }
}
