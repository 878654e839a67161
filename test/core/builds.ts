import { readFileSync } from "node:fs";

/** One build of the core, as the `module` option takes it. */
export interface Build {
  readonly name: string;
  readonly options: { readonly module?: WebAssembly.Module };
}

const debugBytes = readFileSync(new URL("../../build/core.debug.wasm", import.meta.url));

/** What users get (embedded), and the build whose assertions and bounds checks are on. */
export const BUILDS: readonly Build[] = [
  { name: "release", options: {} },
  { name: "debug", options: { module: new WebAssembly.Module(debugBytes) } },
];
