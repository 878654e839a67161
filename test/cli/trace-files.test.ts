import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { azureTrace, narwhal, output, scratch, TRACE } from "./command";

const write = scratch();
const SHORT = azureTrace([100, 200, 300, 400]);

/** Expects that the command refuses a file in one line, and prints nothing. */
function refuses(path: string, message: string, ...flags: readonly string[]): void {
  expect(narwhal("replay", path, ...flags)).toEqual({ status: 1, stdout: "", stderr: `narwhal-slo: ${message}\n` });
}

describe("a trace", () => {
  it("may be gzipped", () => {
    const zipped = write("azure-code-busiest2000.csv", gzipSync(readFileSync(TRACE)));
    expect(output("replay", zipped)).toBe(output("replay", TRACE));
  });

  it("may be Mooncake JSON lines", () => {
    const line = (second: number) =>
      JSON.stringify({ timestamp: 1000 * second, input_length: 500, output_length: 20, hash_ids: [second] });
    const path = write("mooncake.jsonl", [0, 1, 2, 3, 4].map(line).join("\n"));
    const { trace, requests } = JSON.parse(output("replay", path, "--json"));
    expect(trace).toMatchObject({ file: "mooncake.jsonl", format: "mooncake", requests: 5, span_s: 4 });
    expect(requests).toMatchObject({ completed: 5 });
    expect(output("replay", path).split("\n")[0]).toBe(
      "mooncake.jsonl: 5 requests in 0:04 (timestamps in ms, load x1, seed 1)",
    );
  });

  it("may be a single request", () => {
    const path = write("one.csv", azureTrace([100]));
    const report = output("replay", path);
    expect(report).toContain("one.csv: 1 request in 0:00 (load x1, seed 1)\n");
    expect(report).toContain("both 100.0% of 1 request\n");
  });

  it("that is not there, or is a folder, is refused", () => {
    refuses("no-such-file.csv", "no-such-file.csv: no such file");
    refuses(tmpdir(), `${tmpdir()}: is a directory`);
  });

  it("that has no rows is refused", () => {
    const empty = write("empty.csv", "");
    refuses(empty, `${empty}:1: the file is empty`);
    const header = write("header.csv", "TIMESTAMP,ContextTokens,GeneratedTokens\n");
    refuses(header, `${header}:2: there are no rows`);
    const other = write("other.txt", "hello\n");
    refuses(
      other,
      `${other}:1: the header must name TIMESTAMP, ContextTokens, GeneratedTokens (or each line be a JSON object), got "hello"`,
    );
  });

  it("that is no whole gzip file is refused", () => {
    const cut = write("cut.csv.gz", gzipSync(readFileSync(TRACE)).subarray(0, 2000));
    refuses(cut, `${cut}:1: the file cannot be read or decompressed`);
  });
});

describe("a malformed row", () => {
  const path = write("bad.csv", `${SHORT}2023-11-16 18:00:09.0000000,many,5\nyesterday,1,2\n`);
  const reason = 'ContextTokens must be a whole number of tokens, 0 .. 4294967295, got "many"';

  it("is refused with file, line and reason", () => {
    refuses(path, `${path}:6: ${reason}`);
    refuses(path, `${path}:6: ${reason}`, "--json");
  });

  it("is left out and counted with --skip-bad-rows", () => {
    const report = output("replay", path, "--skip-bad-rows");
    expect(report.split("\n")[0]).toBe("bad.csv: 4 requests in 0:03 (load x1, seed 1)");
    expect(report).toContain(`2 malformed rows were left out, the first: ${path}:6: ${reason}`);
    const { trace } = JSON.parse(output("replay", path, "--skip-bad-rows", "--json"));
    expect(trace).toMatchObject({ requests: 4, skipped_rows: 2 });
  });

  it("alone is one row", () => {
    const one = write("one-bad.csv", `${SHORT}yesterday,1,2\n`);
    expect(output("replay", one, "--skip-bad-rows")).toContain("1 malformed row was left out, the first: ");
  });

  it("is refused all the same where there is no other", () => {
    const all = write("all-bad.csv", "TIMESTAMP,ContextTokens,GeneratedTokens\nyesterday,1,2\n");
    const time = 'TIMESTAMP must be a UTC time like 2023-11-16 18:15:46.6805900, got "yesterday"';
    refuses(all, `${all}:2: ${time}`, "--skip-bad-rows");
  });
});
