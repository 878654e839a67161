import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { project, tool } from "./project";

/** Compiles the core from a copy of its sources and gives the digest of the result. */
function compile(name: string): string {
  const folder = join(project, name);
  for (const source of ["assembly", "asconfig.json"]) cpSync(source, join(folder, source), { recursive: true });
  const compiler = tool("assemblyscript/bin/asc.js");
  execFileSync(process.execPath, [compiler, "--config", "asconfig.json", "--target", "release"], { cwd: folder });
  return digest(join(folder, "build/core.wasm"));
}

function digest(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

test("the same sources give the same core, in any folder", () => {
  const first = compile("core-a");
  expect(compile("another/folder/core-b")).toBe(first);
  expect(digest("build/core.wasm")).toBe(first);
});
