import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { afterAll } from "vitest";
import { logParts } from "../../src/node";

/** Makes a folder that goes with the test file. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "narwhal-slo-journal-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A file's lines, with what comes after the last line's end. */
export function linesOf(file: string): { whole: string[]; rest: string } {
  const whole = readFileSync(file, "utf8").split("\n");
  const rest = whole.pop() ?? "";
  return { whole, rest };
}

/** The rows of a log's parts, oldest first, whatever is no JSON left out. */
export function rowsIn(path: string): { readonly type: string; readonly number?: number }[] {
  return logParts(path).flatMap((file) => {
    const { whole, rest } = linesOf(file);
    return [...whole, rest].flatMap((line) => {
      try {
        return [JSON.parse(line)];
      } catch {
        return [];
      }
    });
  });
}

/** What `writer.ts` is told. */
export interface WriterJob {
  readonly path: string;
  readonly first: number;
  readonly last: number;
  readonly maxBytes: number;
}

const NOBODY = 65_534;

/** Bundles `writer.ts` into `folder`. */
export function buildWriter(folder: string): string {
  return buildChild("writer", folder);
}

/** Bundles a program of this folder into `folder`: it then starts fast. */
export function buildChild(name: string, folder: string): string {
  const outfile = join(folder, `${name}.mjs`);
  buildSync({ entryPoints: [`test/journal/${name}.ts`], bundle: true, platform: "node", format: "esm", outfile });
  return outfile;
}

/** How a writer is run. */
export interface WriterOptions {
  /** Largest size of its files. */
  readonly limitKiB?: number;
  /** As a user who may do no more than others, even if this process is root's. */
  readonly unprivileged?: boolean;
  /** Sees it, and what it has said so far. */
  readonly watch?: (child: ChildProcess, said: string) => void;
}

/** Runs a writer to its end. */
export async function runWriter(
  writer: string,
  job: WriterJob,
  { limitKiB, unprivileged, watch }: WriterOptions,
): Promise<{ outcome: string; number: number }[]> {
  const limit = limitKiB === undefined ? "" : `ulimit -f ${limitKiB};`;
  const args = ["-c", `${limit} exec "$@"`, "bash", process.execPath, writer, JSON.stringify(job)];
  const child = spawn("bash", args, unprivileged && process.getuid?.() === 0 ? { uid: NOBODY } : {});
  let said = "";
  child.stdout.on("data", (chunk) => {
    said += chunk;
    watch?.(child, said);
  });
  await new Promise((resolve) => child.on("close", resolve));
  const whole = said.split("\n").slice(0, -1);
  return whole.map((line) => ({ outcome: line.split(" ")[0] ?? "", number: Number(line.split(" ")[1]) }));
}
