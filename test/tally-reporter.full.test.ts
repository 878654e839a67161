import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";

const root = mkdtempSync(join(tmpdir(), "narwhal-slo-tally-"));
symlinkSync(resolve("node_modules"), join(root, "node_modules"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Runs a suite of one file (none if there is no code), under the reporter: its last line and its exit code. */
async function tally(name: string, code: string | null): Promise<{ line: string | undefined; exitCode: number }> {
  const folder = join(root, name.replace(/\W+/g, "-"));
  mkdirSync(folder);
  const reporters = ["default", resolve("test/tally-reporter.ts")];
  writeFileSync(
    join(folder, "vitest.config.mjs"),
    `export default { test: { reporters: ${JSON.stringify(reporters)} } }`,
  );
  const imports = `import { afterAll, beforeAll, describe, expect, test } from "vitest";`;
  if (code !== null) writeFileSync(join(folder, "a.test.ts"), `${imports}\n${code}`);
  const vitest = resolve("node_modules/vitest/vitest.mjs");
  return new Promise((done) => {
    const run = execFile(process.execPath, [vitest, "run", "--root", folder], (_, stdout) =>
      done({ line: stdout.trimEnd().split("\n").at(-1), exitCode: run.exitCode ?? -1 }),
    );
  });
}

const PASSES = `test("passes", () => {});`;
const FAILS = `test("fails", () => expect(1).toBe(2));`;
const THROWS = `() => { throw new Error("broken"); }`;

test.concurrent.each<[name: string, code: string | null, line: string, exitCode: number]>([
  ["what passes and what is skipped", `${PASSES} test.skip("s"); test.todo("t");`, "1 passed, 0 failed, 2 skipped", 0],
  ["what fails", `${PASSES} ${FAILS}`, "1 passed, 1 failed, 0 skipped", 1],
  ["a file that cannot be read", `${PASSES} throw new Error("broken");`, "0 passed, 1 failed, 0 skipped", 1],
  ["a file without tests", "", "0 passed, 1 failed, 0 skipped", 1],
  ["no file", null, "0 passed, 0 failed, 0 skipped", 1],
  ["nothing but skipped tests", `test.skip("s");`, "0 passed, 0 failed, 1 skipped", 1],
  [
    "a hook that throws before the tests",
    `describe("d", () => { beforeAll(${THROWS}); ${PASSES} }); test("p", () => {});`,
    "1 passed, 1 failed, 1 skipped",
    1,
  ],
  ["a hook that throws beside a test that fails", `afterAll(${THROWS}); ${FAILS}`, "0 passed, 2 failed, 0 skipped", 1],
  [
    "a rejection that nobody handles",
    `test("p", async () => { Promise.reject(1); await new Promise((done) => setTimeout(done, 20)); });`,
    "1 passed, 1 failed, 0 skipped",
    1,
  ],
  ["a process that ends within a test", `test("e", () => process.exit(0));`, "0 passed, 1 failed, 0 skipped", 1],
])("the last line counts %s", async (name, code, line, exitCode) => {
  expect(await tally(name, code)).toEqual({ line, exitCode });
});
