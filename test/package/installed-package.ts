import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The package as it is published. */
    tarball: string;
    /** A project that has it installed. */
    project: string;
  }
}

/** Packs what is built and installs it in a fresh project, once for all tests of the package. */
export default function setup(tests: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "narwhal-slo-package-"));
  // A release tests the very file that it publishes.
  const given = process.env.NARWHAL_TARBALL;
  const tarball = given ? resolve(given) : pack(".", folder);
  const project = join(folder, "project");
  mkdirSync(project);
  install(project, { "narwhal-slo": tarball, valibot: pack("node_modules/valibot", folder) }, join(folder, "cache"));
  tests.provide("tarball", tarball);
  tests.provide("project", project);
  return () => rmSync(folder, { recursive: true, force: true });
}

function pack(source: string, folder: string): string {
  const output = npm(["pack", resolve(source), "--json", "--ignore-scripts", "--pack-destination", folder], folder);
  const [{ filename }] = JSON.parse(output);
  return join(folder, filename);
}

/** From files alone: the tests need no network, and nothing that happens to be in the user's cache. */
function install(project: string, tarballs: Readonly<Record<string, string>>, cache: string): void {
  const dependencies = Object.fromEntries(Object.entries(tarballs).map(([name, path]) => [name, `file:${path}`]));
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "project", private: true, dependencies }));
  npm(["install", "--offline", "--cache", cache, "--no-audit", "--no-package-lock"], project);
}

function npm(args: readonly string[], cwd: string): string {
  return execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}
