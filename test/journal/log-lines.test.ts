import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { logLines, logParts } from "../../src/node";
import { scratchFolder } from "./file-fixtures";

const folder = scratchFolder();

async function linesOf(content: string | Uint8Array): Promise<string[]> {
  const path = join(folder, "log");
  writeFileSync(path, content);
  const lines: string[] = [];
  for await (const line of logLines(path)) lines.push(line);
  return lines;
}

/** Longer than a chunk, with characters of several bytes at every place. */
const LONG = Array.from({ length: 9000 }, (_, i) => `${"é".repeat(i % 23)}€${i}`);

describe("logLines", () => {
  it.each([
    ["", []],
    ["a", ["a"]],
    ["a\n", ["a"]],
    ["a\n\nb", ["a", "", "b"]],
    [`${LONG.join("\n")}\n`, LONG],
  ])("gives the lines of a file, gzipped or not", async (text, lines) => {
    expect(await linesOf(text)).toEqual(lines);
    expect(await linesOf(gzipSync(text))).toEqual(lines);
  });

  it("gives what a gzip file has that is cut off", async () => {
    const bytes = gzipSync(LONG.join("\n"));
    const lines = await linesOf(bytes.subarray(0, bytes.length / 2));
    expect(lines.length).toBeGreaterThan(1000);
    expect(lines.slice(0, -1)).toEqual(LONG.slice(0, lines.length - 1));
    expect(LONG[lines.length - 1]?.startsWith(lines.at(-1) ?? "?")).toBe(true);
  });

  it("throws where a file is missing, a folder, or broken", async () => {
    const read = async (path: string) => {
      for await (const _ of logLines(path));
    };
    await expect(read(join(folder, "none"))).rejects.toThrow("ENOENT");
    await expect(read(folder)).rejects.toThrow("is a directory");
    const bytes = gzipSync(LONG.join("\n"));
    await expect(linesOf(bytes.fill(0xff, 100, 200))).rejects.toThrow();
  });
});

describe("logParts", () => {
  it("are none where there is no file", () => {
    expect(logParts(join(folder, "none"))).toEqual([]);
  });

  it("are in the order of their numbers", () => {
    for (const end of ["10", "9", "2", "x", "-1"]) writeFileSync(join(folder, `parts.${end}`), "");
    expect(logParts(join(folder, "parts"))).toEqual(["2", "9", "10"].map((end) => join(folder, `parts.${end}`)));
  });
});
