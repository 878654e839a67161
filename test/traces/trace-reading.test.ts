import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TraceError } from "../../src/errors";
import { parseTrace, readTrace, textChunks } from "../../src/replay/index";

const HEADER = "TIMESTAMP,ContextTokens,GeneratedTokens";
const row = (second: number, input = second) => `2023-11-16 00:00:${String(second).padStart(2, "0")},${input},1`;
const inputs = (text: string) => parseTrace(text).requests.map((request) => request.inputTokens);

async function* chunks(...parts: string[]): AsyncGenerator<string> {
  yield* parts;
}

describe("line ends", () => {
  it.each([
    ["LF", `${HEADER}\n${row(1)}\n${row(2)}\n`],
    ["CRLF", `${HEADER}\r\n${row(1)}\r\n${row(2)}\r\n`],
    ["both", `${HEADER}\r\n${row(1)}\n${row(2)}\r\n`],
    ["none after the last row", `${HEADER}\n${row(1)}\n${row(2)}`],
    ["blank lines after it", `${HEADER}\n${row(1)}\n${row(2)}\n\r\n  \n\n`],
    ["blank lines between", `\n${HEADER}\n\n${row(1)}\n\n\n${row(2)}\n`],
    ["a byte order mark", `\ufeff${HEADER}\n${row(1)}\n${row(2)}`],
  ])("may be %s", (_, text) => {
    expect(inputs(text)).toEqual([1, 2]);
  });

  it("may follow a byte order mark in JSON lines too", () => {
    expect(inputs('\ufeff{"timestamp": 0, "input_length": 4, "output_length": 1}\n')).toEqual([4]);
  });

  it("count for the line numbers of errors, blank ones too", () => {
    expect(() => parseTrace(`\n${HEADER}\n\n${row(1)}\n\nbad\n`, { file: "f" })).toThrow(/^f:6: /);
  });
});

describe("a file without rows", () => {
  it.each([
    ["empty", "", 1, "the file is empty"],
    ["blank", "\n\n  \n", 1, "the file is empty"],
    ["a header only", HEADER, 1, "there are no rows"],
    ["a header and a line end", `${HEADER}\r\n`, 2, "there are no rows"],
  ])("is refused: %s", (_, text, line, reason) => {
    expect(() => parseTrace(text)).toThrow(new TraceError("(trace)", line, reason));
  });

  it("is refused when all of them are malformed, with the first reason", () => {
    expect(() => parseTrace(`${HEADER}\n1\n2\n`, { skipBadRows: true })).toThrow(/^\(trace\):2: the row has 1 col/);
  });
});

describe("skipBadRows", () => {
  it("leaves malformed rows out, counts them and keeps the first reasons", () => {
    const rows = Array.from({ length: 40 }, (_, index) => (index % 4 === 0 ? `bad ${index}` : row(index)));
    const trace = parseTrace([HEADER, ...rows].join("\n"), { file: "f", skipBadRows: true });
    expect(trace.requests).toHaveLength(30);
    expect(trace.skippedRows).toBe(10);
    expect(trace.firstSkipped.map((error) => error.line)).toEqual([2, 6, 10, 14, 18]);
    expect(trace.firstSkipped[1]?.reason).toBe('the row has 1 columns, the header 3, got "bad 4"');
  });

  it("counts none in a good file", () => {
    expect(parseTrace(`${HEADER}\n${row(1)}`)).toMatchObject({ skippedRows: 0, firstSkipped: [], outOfOrderRows: 0 });
  });
});

describe("rows that are out of order", () => {
  it("are sorted and counted; those of the same time stay in the order of the file", () => {
    const times = [10, 12, 11, 12, 9, 12, 11];
    const trace = parseTrace([HEADER, ...times.map((second, index) => row(second, index))].join("\n"));
    expect(trace.outOfOrderRows).toBe(3);
    expect(trace.requests.map(({ atS, inputTokens }) => [atS, inputTokens])).toEqual([
      [0, 4],
      [1, 0],
      [2, 2],
      [2, 6],
      [3, 1],
      [3, 3],
      [3, 5],
    ]);
  });
});

describe("chunks", () => {
  const text = `\ufeff${HEADER}\r\n${Array.from({ length: 30 }, (_, index) => row(index)).join("\r\n")}`;

  it("may be cut anywhere", async () => {
    const whole = parseTrace(text);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(text.length), { maxLength: 20 }), async (cuts) => {
        const edges = [0, ...cuts.sort((a, b) => a - b), text.length];
        const parts = edges.slice(1).map((edge, index) => text.slice(edges[index], edge));
        expect(await readTrace(chunks(...parts))).toEqual(whole);
      }),
    );
  });

  it("may hold more rows than are read at once", async () => {
    const rows = Array.from({ length: 2500 }, (_, index) => row(index % 60, index));
    const long = `${HEADER}\n${rows.join("\n")}`;
    expect((await readTrace(chunks(long))).requests).toHaveLength(2500);
    await expect(readTrace(chunks(long, "\nbad"), { file: "f" })).rejects.toThrow(/^f:2502: /);
  });

  it("may be none", async () => {
    await expect(readTrace(chunks())).rejects.toThrow(TraceError);
  });
});

describe("textChunks", () => {
  const text = `${HEADER}\n${Array.from({ length: 50 }, (_, index) => row(index)).join("\n")}`;
  const gzip = async (content: string) =>
    new Response(new Blob([content]).stream().pipeThrough(new CompressionStream("gzip"))).blob();

  it("gives the text of a plain file and of a gzip one", async () => {
    const whole = parseTrace(text);
    expect(await readTrace(textChunks(new Blob([text])))).toEqual(whole);
    expect(await readTrace(textChunks(await gzip(text)))).toEqual(whole);
  });

  it("joins characters that a chunk cuts", async () => {
    const wide = "é€😀".repeat(50_000);
    let read = "";
    for await (const chunk of textChunks(new Blob([wide]))) read += chunk;
    expect(read === wide).toBe(true);
  });

  it("refuses a damaged gzip file", async () => {
    const bytes = new Uint8Array(await (await gzip(text)).arrayBuffer());
    const cut = textChunks(new Blob([bytes.slice(0, bytes.length / 2)]), "t.gz");
    await expect(readTrace(cut)).rejects.toThrow(new TraceError("t.gz", 1, "the file cannot be read or decompressed"));
    bytes.fill(0xff, 20, 40);
    await expect(readTrace(textChunks(new Blob([bytes])))).rejects.toThrow(TraceError);
  });
});
