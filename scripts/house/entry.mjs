// Bundles the main entry as a consumer's bundler does.
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const USE = `import { createPool } from "./src/index.ts"; globalThis.pool = createPool({ slo: { ttftS: 1, tpotS: 0.05 } });`;

/** Bytes of the main entry for one that uses `createPool`: gzipped in all, and minified by file. */
export async function entryWeights() {
  const { outputFiles, metafile } = await bundle(USE);
  const [{ inputs }] = Object.values(metafile.outputs);
  const byFile = Object.entries(inputs).map(([file, { bytesInOutput }]) => [file, bytesInOutput]);
  return { gzipped: gzipSync(outputFiles[0].contents, { level: 9 }).byteLength, byFile };
}

/** Exports of the main entry. */
export async function importEntry() {
  const { outputFiles } = await bundle(`export * from "./src/index.ts"`);
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

function bundle(contents) {
  const stdin = { contents, resolveDir: process.cwd(), loader: "ts" };
  const how = { bundle: true, minify: true, write: false, metafile: true, format: "esm", logLevel: "error" };
  return build({ stdin, ...how });
}
