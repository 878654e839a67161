import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll } from "vitest";

/** The command, as `test/built.ts` bundles it. */
export const COMMAND = resolve("build/cli.js");

/** The trace that the package ships: 2,000 requests of Azure's code trace. */
export const TRACE = resolve("data/azure-code-busiest2000.csv");

/** What a run of the command did. */
export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command, as on no terminal. */
export function narwhal(...args: readonly string[]): Ran {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [COMMAND, ...args], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  if (error) throw error;
  return { status, stdout, stderr };
}

/** The output of a run that must end well, and say nothing on the standard error. */
export function output(...args: readonly string[]): string {
  const { status, stdout, stderr } = narwhal(...args);
  if (status !== 0 || stderr !== "") throw new Error(`narwhal-slo ${args.join(" ")} ended with ${status}: ${stderr}`);
  return stdout;
}

/** Makes a folder for the files of one test file, which goes with it, and gives a function that writes there. */
export function scratch(): (name: string, content: string | Uint8Array) => string {
  const folder = mkdtempSync(join(tmpdir(), "narwhal-slo-cli-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return (name, content) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
}

/** The text of an Azure trace: a request each second, of so many input tokens, with 10 output tokens. */
export function azureTrace(inputs: readonly number[]): string {
  const rows = inputs.map((tokens, second) => {
    const time = new Date(Date.UTC(2023, 10, 16, 18, 0, second)).toISOString().replace("T", " ").slice(0, 19);
    return `${time}.0000000,${tokens},10`;
  });
  return `${["TIMESTAMP,ContextTokens,GeneratedTokens", ...rows].join("\n")}\n`;
}
