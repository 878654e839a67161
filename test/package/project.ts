import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { inject } from "vitest";

/** A project that has the package installed. */
export const project = inject("project");

/** The package in it. */
export const installed = join(project, "node_modules", "narwhal-slo");

/** Resolves a file of the tools that the repository has installed. */
export const tool = createRequire(import.meta.url).resolve;

/** Writes a file of the project and gives its path. */
export function write(name: string, text: string): string {
  const path = join(project, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

/** Runs a program in the project: its output, or an error that holds all that it printed. */
export function run(program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: project, encoding: "utf8" });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}\n${stdout}${stderr}`);
  return stdout;
}

/** The same for a script, run by this version of Node. */
export function node(...args: readonly string[]): string {
  return run(process.execPath, ...args);
}

/** Puts an optional peer that the repository has beside the package, as its user would. */
export function addPeer(name: string): void {
  const place = join(project, "node_modules", name);
  if (existsSync(place)) return;
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(resolve("node_modules", name), place);
}
