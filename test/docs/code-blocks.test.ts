import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { PAGES, read } from "./markdown";

/** What the pages import, and where it comes from. */
const ENTRIES = {
  "narwhal-slo": resolve("src/index.ts"),
  "narwhal-slo/parts": resolve("src/parts.ts"),
  "narwhal-slo/journal": resolve("src/journal-entry.ts"),
  "narwhal-slo/cluster": resolve("src/cluster/index.ts"),
  "narwhal-slo/replay": resolve("src/replay/index.ts"),
  "narwhal-slo/node": resolve("src/node/index.ts"),
  "narwhal-slo/schema": resolve("src/schema-entry.ts"),
  "narwhal-slo/prometheus": resolve("src/prometheus/index.ts"),
  "narwhal-slo/opentelemetry": resolve("src/opentelemetry/index.ts"),
  "narwhal-slo/http": resolve("src/http/index.ts"),
  "narwhal-slo/fastify": resolve("src/fastify/index.ts"),
};

/** A block of a page with the blocks that it continues. */
interface Example {
  readonly page: string;
  readonly line: number;
  readonly language: "ts" | "js";
  readonly code: string;
}

const examples = PAGES.flatMap(examplesOf);

/** The fenced blocks of TypeScript and JavaScript. One marked `continued` goes on where the one before has ended. */
function examplesOf(page: string): Example[] {
  const text = read(page);
  const found: Example[] = [];
  for (const match of text.matchAll(/^```(ts|js)\b([^\n]*)\n(.*?)^```/gms)) {
    const [, language, info, code] = match as unknown as [string, "ts" | "js", string, string];
    const before = info.includes("continued") ? (found.at(-1)?.code ?? "") : "";
    const line = text.slice(0, match.index).split("\n").length;
    found.push({ page, line, language, code: before + code });
  }
  return found;
}

/** What the comments after its calls of `console.log` promise; null if one of them promises nothing. */
function promised({ code }: Example): string | null {
  const calls = [...code.matchAll(/console\.log\(.*$/gm)].map(([call]) => /; \/\/ (.*)$/.exec(call)?.[1]);
  return calls.every((comment) => comment !== undefined) ? calls.map((comment) => `${comment}\n`).join("") : null;
}

async function run({ code, language }: Example): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, loader: language, resolveDir: resolve(".") },
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    target: "node20",
    alias: ENTRIES,
    external: ["prom-client", "fastify", "@opentelemetry/*"],
    logLevel: "silent",
  });
  // A file of its own, so that it can start other processes of itself; in here, so that it finds the peers.
  const folder = mkdtempSync("build/example-");
  try {
    const file = join(folder, "example.mjs");
    writeFileSync(file, outputFiles[0]?.text ?? "");
    return execFileSync(process.execPath, [file], { encoding: "utf8" });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Errors of the compiler in all examples at once, each as a line of its page. */
function typeErrors(): string[] {
  const typed = examples.filter(({ language }) => language === "ts");
  const sources = new Map(typed.map(({ code }, i) => [resolve(`example-${i}.ts`), `${code}\nexport {};\n`]));
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile("tsconfig.json", ts.sys.readFile).config,
    ts.sys,
    resolve("."),
  );
  const paths = Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, [path]]));
  const settings = { ...options, paths, noUnusedLocals: false, noUnusedParameters: false };
  const host = ts.createCompilerHost(settings);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (name) => sources.has(name) || fileExists(name);
  host.readFile = (name) => sources.get(name) ?? readFile(name);
  host.getSourceFile = (name, version) => {
    const text = sources.get(name);
    return text === undefined ? getSourceFile(name, version) : ts.createSourceFile(name, text, version);
  };
  const program = ts.createProgram([...sources.keys()], settings, host);
  return [...sources.keys()].flatMap((name, i) => {
    const source = program.getSourceFile(name);
    const diagnostics = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    const { page, line } = typed[i] as Example;
    return diagnostics.map(
      ({ messageText }) => `${page}:${line}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
    );
  });
}

describe("code blocks of the pages", () => {
  test("there are some", () => {
    expect(examples.filter(({ page }) => page === "README.md").length).toBeGreaterThan(1);
  });

  test.each(examples)("$page:$line runs, and prints what its comments say", async (example) => {
    const printed = await run(example);
    expect(printed).toBe(promised(example) ?? printed);
  });

  // The compiler reads all sources: on a busy machine that takes its time.
  test("have the right types", () => {
    expect(typeErrors()).toEqual([]);
  });
});
