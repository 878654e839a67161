import { execFileSync, spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { LineSplitter } from "../../src/lines";
import { fileSink, logLines } from "../../src/node";
import { readRegularFile } from "../../src/node/regular-file";
import { parseTrace } from "../../src/replay";
import { COMMAND, narwhal, scratch, TRACE } from "../cli/command";

const write = scratch();
const folder = dirname(write("small.txt", "a\n"));

const HEAD = "TIMESTAMP,ContextTokens,GeneratedTokens\n";
const ROW = "2023-11-16 18:15:46.1,1,2\n";

function link(name: string, target: string): string {
  symlinkSync(target, join(folder, name));
  return join(folder, name);
}

function pipe(): string {
  const path = join(folder, "pipe");
  execFileSync("mkfifo", [path]);
  return path;
}

const DEEP = "[".repeat(100_000) + "]".repeat(100_000);
const PIPE = pipe();

/** What the command says of a file that is none: in one line, with 1, within the time of a test. */
const REFUSED: readonly (readonly [string, string])[] = [
  [folder, "is a directory"],
  [link("to-folder", folder), "is a directory"],
  [link("to-nothing", "nothing"), "no such file"],
  [link("to-itself", "to-itself"), "is a link that leads to itself"],
  [link("to-zeros", "/dev/zero"), "must be a regular file"],
  [PIPE, "must be a regular file"],
];

function says(args: readonly string[]): string {
  const { status, stderr } = narwhal(...args);
  expect(status).toBe(1);
  return stderr;
}

describe("a file that is none", () => {
  it.each(REFUSED)("%s: every command says so", (path, reason) => {
    const line = `narwhal-slo: ${path}: ${reason}\n`;
    expect(says(["replay", path])).toBe(line);
    expect(says(["replay", TRACE, "--profile", path])).toBe(line);
    expect(says(["replay", TRACE, "--config", path])).toBe(line);
    expect(says(["verify", path])).toBe(line);
    expect(says(["explain", path])).toBe(line);
    expect(says(["fit", path, path])).toBe(line);
  });

  it("a pipe that nobody reads stops no router", () => {
    expect(() => fileSink(PIPE).write("{}")).toThrow(`${PIPE} must be a file, not a pipe`);
  });
});

describe("a document", () => {
  it.each([
    ["deep.json", DEEP, "is nested more than 64 deep"],
    ["deep-objects.json", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`, "is nested more than 64 deep"],
    ["utf-16.json", Buffer.from("\ufeff{}", "utf16le"), "is not UTF-8"],
    ["bytes.json", Buffer.from([0x7b, 0xff, 0x7d]), "is not UTF-8"],
    ["huge.json", `"${"x".repeat(2 ** 24)}"`, "holds more than 16777216 bytes"],
  ])("%s is refused in one line", (name, content, reason) => {
    const path = write(name, content);
    expect(says(["replay", TRACE, "--profile", path])).toBe(`narwhal-slo: ${path}: ${reason}\n`);
  });

  it("begins with a byte order mark or not", () => {
    expect(says(["replay", TRACE, "--config", write("mark.json", '\ufeff{"window_s":0}')])).toBe(
      `narwhal-slo: ${join(folder, "mark.json")}: window_s must be > 0 s, got 0\n`,
    );
  });

  it("may be as large as its limit, and no larger", async () => {
    const path = write("bytes.txt", "12345");
    expect(Buffer.from(await readRegularFile(path, 5)).toString()).toBe("12345");
    await expect(readRegularFile(path, 4)).rejects.toMatchObject({ code: "ERR_NARWHAL_READ", reason: "too_large" });
    // Files of the system say that they are empty.
    expect((await readRegularFile("/proc/self/status", 10_000)).length).toBeGreaterThan(100);
    await expect(readRegularFile("/proc/self/status", 10)).rejects.toThrow("holds more than 10 bytes");
  });
});

describe("a trace", () => {
  it.each([
    ["zeros.csv", Buffer.alloc(50_000), ":1: the file is not UTF-8: it is binary, or UTF-16\n"],
    [
      "utf-16.csv",
      Buffer.from(`\ufeff${HEAD}${ROW}`, "utf16le"),
      ":1: the file is not UTF-8: it is binary, or UTF-16\n",
    ],
    ["long.csv", `${HEAD}${ROW}${"x".repeat(2 ** 20 + 1)}`, ":3: the line is longer than 1048576 characters\n"],
    [
      "junk.csv.gz",
      Buffer.concat([gzipSync(HEAD + ROW), Buffer.from("junk")]),
      ":1: the file cannot be read or decompressed\n",
    ],
    ["begun.csv.gz", Buffer.from([0x1f, 0x8b]), ":1: the file cannot be read or decompressed\n"],
  ])("%s is refused in one line", (name, content, reason) => {
    const path = write(name, content);
    const line = says(["replay", path]);
    expect(line.startsWith(`narwhal-slo: ${path}${reason}`)).toBe(true);
    expect(line.trim().split("\n").length).toBe(1);
  });

  it("has as many rows as are wanted at most", () => {
    expect(parseTrace(HEAD + ROW.repeat(3), { maxRows: 3 }).requests.length).toBe(3);
    expect(() => parseTrace(HEAD + ROW.repeat(4), { file: "t", maxRows: 3 })).toThrow(
      "t:5: there are more than 3 rows",
    );
  });

  it("has as many rows as the command is told at most", () => {
    const path = write("rows.csv", HEAD + ROW.repeat(4));
    expect(says(["replay", path, "--max-rows", "3"])).toBe(`narwhal-slo: ${path}:5: there are more than 3 rows\n`);
    expect(narwhal("replay", path, "--max-rows", "4").status).toBe(0);
  });

  it("whose times lie too far apart takes no time", () => {
    const row = (timestamp: number) => JSON.stringify({ timestamp, input_length: 10, output_length: 10 });
    const path = write("apart.jsonl", `${row(0)}\n${row(1e300)}\n`);
    expect(says(["replay", path, "--timestamp-unit", "ms"])).toBe(
      "narwhal-slo: the run must take at most 4000000 passes, one every 1 s of simulated time, got 1e+297\n",
    );
  });
});

describe("a line", () => {
  const collected = (splitter: LineSplitter, chunks: readonly string[]) => [
    ...chunks.flatMap((chunk) => [...splitter.push(chunk)]),
    splitter.end(),
  ];

  it("may be as long as its limit, wherever the chunks end", () => {
    expect(collected(new LineSplitter(4), ["ab", "cd\nef\n\ngh", "ij"])).toEqual(["abcd", "ef", "", "ghij"]);
    const splitter = new LineSplitter(4);
    expect(() => collected(splitter, ["ab\n", "cde", "fg"])).toThrow("line 2 is longer than 4 characters");
  });

  it("of a log has a limit, and so has all of it, decompressed", async () => {
    const read = async (content: string | Uint8Array, limits: object) => {
      for await (const _ of logLines(write("limited", content), limits));
    };
    await expect(read("a\nbcd\n", { maxLineLength: 2 })).rejects.toMatchObject({
      code: "ERR_NARWHAL_READ",
      reason: "line_too_long",
      line: 2,
    });
    // A megabyte, of one thousand bytes.
    const bomb = gzipSync("\n".repeat(2 ** 20));
    await expect(read(bomb, { maxBytes: 2 ** 19 })).rejects.toMatchObject({ reason: "too_large" });
    await read(bomb, { maxBytes: 2 ** 20 });
  });

  it("of 1 GB is refused before much of it is read", () => {
    const path = join(folder, "line-of-1-gb.jsonl");
    execFileSync("truncate", ["--size", "1G", path]);
    expect(says(["replay", path])).toBe(`narwhal-slo: ${path}:1: the file is not UTF-8: it is binary, or UTF-16\n`);
    expect(peakMegabytes(["verify", path])).toBeLessThan(700);
    expect(says(["verify", path])).toBe(`narwhal-slo: ${path}: line 1 is longer than 67108864 characters\n`);
  });
});

/** The most memory that the command takes. */
function peakMegabytes(args: readonly string[]): number {
  const report = `process.on("exit", () => console.log("peak", process.resourceUsage().maxRSS));`;
  const path = write("report-peak.mjs", report);
  const { stdout } = spawnSync(process.execPath, ["--import", path, COMMAND, ...args], { encoding: "utf8" });
  return Number(/peak (\d+)/.exec(stdout)?.[1]) / 1024;
}

describe("a log of others", () => {
  const lineOf = (row: object) => `${JSON.stringify(row)}\n`;

  it.each([
    ["deep.jsonl", `${DEEP}\n`, ": looks like JSON; it must be an event log (pool option eventLog)"],
    ["deep-row.jsonl", `{"type":"meta","config":${DEEP}}\n`, ":1: is nested more than 64 deep"],
    ["escape.jsonl", lineOf({ type: "\u001b]0;x\u0007" }), "not with \\u001b]0;x\\u0007 (are older parts missing?)"],
    [
      "parts.jsonl",
      lineOf({
        type: "meta",
        schema: "narwhal-slo/events",
        version: 1,
        package_version: "0",
        started_s: { f64: {} },
        options: { module: {}, journal: {}, clock: 5 },
        config: { ttft_slo_s: 1, tpot_slo_s: 1 },
      }),
      "meta: clock.now() must be a finite number of seconds, got NaN",
    ],
  ])("%s is refused in one line", (name, content, reason) => {
    const line = says(["verify", write(name, `${content}{"type":"pass"}\n`)]);
    expect(line).toContain(reason);
    expect(line.trim().split("\n").length).toBe(1);
  });

  it("is explained as far as its rows are decisions, and what it says does nothing to a terminal", () => {
    const meta = { type: "meta", schema: "narwhal-slo/journal" };
    const decision = { type: "decision", at_s: 1e300, prefill: 1, decode: 1, by: "reactive", reason: "a\u001b[2Jb" };
    const rows = [meta, { type: "decision" }, { ...decision, result: "held", moves: [], limit: null }];
    const path = write("others.jsonl", rows.map(lineOf).join(""));
    const { status, stdout, stderr } = narwhal("explain", path);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`note: ${path}:2 is cut off or no row, and was left out\n1e+300  1+1  held  `);
    expect(stdout).not.toContain("\u001b");
  });
});

describe("measurements", () => {
  const prefill = (rows: string) => write("prefill.csv", `input_tokens,ttft_s\n${rows}`);

  it.each([
    ["1e308,1\n", ":2: input_tokens must be 1e-12 .. 1000000000000, got 1e+308\n"],
    ["5,1e-300\n", ":2: ttft_s must be 1e-12 .. 1000000000000, got 1e-300\n"],
    ["5,1\n".repeat(2001), ": must hold at most 2000 rows, got 2001\n"],
  ])("that no fit can be made of are refused", (rows, reason) => {
    const path = prefill(rows);
    expect(says(["fit", path, path])).toBe(`narwhal-slo: ${path}${reason}`);
  });
});
