// Writes api/*.api.md, what each entry of the package exports, by its declarations in dist/:  npm run api:report
// A test compares the files with the declarations of the built package: what leaks out is a diff.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);
const REPORTS = "api";

/**
 * The report of each entry, by its name, and the types that no user can name: they stand in a signature, and no entry
 * exports them.
 *
 * @param entries names of their files in `dist/`
 */
export function apiReports(entries, packageFolder = ".") {
  const { CompilerState } = require("@microsoft/api-extractor");
  const folder = mkdtempSync(join(tmpdir(), "narwhal-slo-api-"));
  const configs = entries.map((entry) => configOf(entry, packageFolder, folder));
  const others = configs.slice(1).map((config) => config.mainEntryPointFilePath);
  const compilerState = CompilerState.create(configs[0], { additionalEntryPoints: others });
  const forgotten = configs.flatMap((config) => extract(config, compilerState));
  const texts = entries.map((entry) => [entry, readFileSync(join(folder, `${entry}.api.md`), "utf8")]);
  rmSync(folder, { recursive: true });
  const exported = new Set(texts.flatMap(([, text]) => exportsOf(text)));
  return {
    reports: Object.fromEntries(texts.map(([entry, text]) => [entry, entry === "schema" ? outline(text) : text])),
    unnameable: [...new Set(forgotten)].filter((name) => !exported.has(name)).sort(),
  };
}

function configOf(entry, packageFolder, folder) {
  const { ExtractorConfig } = require("@microsoft/api-extractor");
  const none = { default: { logLevel: "none" } };
  const compilerOptions = {
    ...{ target: "ES2022", module: "ESNext", moduleResolution: "Bundler", lib: ["ES2022", "DOM"] },
    ...{ types: ["node"], strict: true, skipLibCheck: true },
  };
  const configObject = {
    projectFolder: resolve(packageFolder),
    mainEntryPointFilePath: resolve(packageFolder, `dist/${entry}.d.ts`),
    compiler: { overrideTsconfig: { compilerOptions } },
    apiReport: {
      enabled: true,
      reportFileName: `${entry}.api.md`,
      reportFolder: folder,
      reportTempFolder: join(folder, "temp"),
    },
    docModel: { enabled: false },
    dtsRollup: { enabled: false },
    tsdocMetadata: { enabled: false },
    newlineKind: "lf",
    messages: {
      compilerMessageReporting: none,
      tsdocMessageReporting: none,
      extractorMessageReporting: { ...none, "ae-forgotten-export": { logLevel: "warning" } },
    },
  };
  const packageJsonFullPath = resolve(packageFolder, "package.json");
  return ExtractorConfig.prepare({ configObject, configObjectFullPath: undefined, packageJsonFullPath });
}

/** Writes the report of an entry, and returns the names that it mentions and does not export. */
function extract(config, compilerState) {
  const { Extractor } = require("@microsoft/api-extractor");
  const forgotten = [];
  const messageCallback = (message) => {
    message.handled = true;
    // The bundler of the declarations numbers names that stand in several files.
    const [, name] = /symbol "(\w+)(?:\$\d+)?"/.exec(message.text) ?? [];
    if (message.messageId === "ae-forgotten-export" && name) forgotten.push(name);
  };
  Extractor.invoke(config, { localBuild: true, compilerState, messageCallback });
  return forgotten;
}

function exportsOf(text) {
  return [...text.matchAll(/^export (?:abstract )?(?:class|interface|type|const|function) (\w+)/gm)].map(
    ([, name]) => name,
  );
}

/** Leaves out the fields of schemas: they are thousands of lines, and schemas/*.json has them. */
function outline(text) {
  return text.replace(/^ .*\n/gm, "");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { reports, unnameable } = apiReports(entriesOf("package.json"));
  mkdirSync(REPORTS, { recursive: true });
  for (const [entry, text] of Object.entries(reports)) writeFileSync(join(REPORTS, `${entry}.api.md`), text);
  if (unnameable.length > 0) console.error(`no entry exports ${unnameable.join(", ")}`);
}

/** The names of the entries that have declarations. */
function entriesOf(manifest) {
  const targets = Object.values(JSON.parse(readFileSync(manifest, "utf8")).exports);
  return targets.flatMap((target) => /^\.\/dist\/(.+)\.d\.ts$/.exec(target.import?.types ?? "")?.[1] ?? []);
}
