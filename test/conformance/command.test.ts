import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";

const COMMAND = ["--import", "tsx", "test/conformance/main.ts"];

it("replays the files of a folder that a filter names, and says how many passed", () => {
  const printed = execFileSync(process.execPath, [...COMMAND, "test/vectors", "window-small"], { encoding: "utf8" });
  expect(printed.trim().split("\n").at(-1)).toBe("3 passed, 0 failed");
});

it("shows file, line, field, got and expected of what differs, names what it skips, and ends with 1", () => {
  const folder = mkdtempSync(join(tmpdir(), "narwhal-vectors-"));
  const lines = gunzipSync(readFileSync("test/vectors/window-small-max.jsonl.gz")).toString().split("\n");
  const line = lines.findIndex((text) => text.includes('"check"'));
  lines[line] = (lines[line] as string).replace(/"count":(\d+)/, '"count":12345');
  writeFileSync(join(folder, "window-wrong.jsonl"), lines.join("\n"));
  writeFileSync(join(folder, "other.jsonl"), '{"kind":"other","version":1}\n');
  copyFileSync("test/vectors/window-unsized.jsonl.gz", join(folder, "window-unsized.jsonl.gz"));
  const { status, stdout } = spawnSync(process.execPath, [...COMMAND, folder], { encoding: "utf8" });
  expect(status).toBe(1);
  expect(stdout).toMatch(new RegExp(`window-wrong\\.jsonl:${line + 1} check count: got \\d+, expected 12345`));
  expect(stdout).toContain("skip other.jsonl: nothing replays vectors of kind other");
  expect(stdout.trim().split("\n").at(-1)).toBe("1 passed, 1 failed, 1 skipped");
});

it("does not take an empty folder for a pass", () => {
  const folder = mkdtempSync(join(tmpdir(), "narwhal-vectors-"));
  const { status, stdout } = spawnSync(process.execPath, [...COMMAND, folder], { encoding: "utf8" });
  expect([status, stdout.trim()]).toEqual([1, "0 passed, 0 failed"]);
});
