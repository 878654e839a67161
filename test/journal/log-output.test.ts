import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LogOutput, openLogs } from "../../src/cli/log-output";
import { scratchFolder } from "./file-fixtures";

const folder = scratchFolder();
const row = JSON.stringify({ type: "risk", kind: "é".repeat(1000) });

describe("a log that the command writes", () => {
  it("is made anew, and has every row when it is closed", () => {
    const path = join(folder, "log.jsonl");
    for (const count of [3, 1500]) {
      const { sinks, close } = openLogs({ journal: path });
      for (let i = 0; i < count; i += 1) sinks.journal?.write(row);
      close();
      expect(readFileSync(path, "utf8")).toBe(`${row}\n`.repeat(count));
    }
  });

  it("is none where none is asked for", () => {
    expect(openLogs({}).sinks).toEqual({});
    expect(openLogs({}).close).not.toThrow();
  });

  it("says why it cannot be opened", () => {
    const path = join(folder, "none", "log.jsonl");
    const error = { code: "ERR_NARWHAL_INPUT", message: `${path}: cannot be written: no such folder` };
    expect(() => openLogs({ eventLog: path })).toThrow(expect.objectContaining(error));
  });

  it("says at its end what failed before", () => {
    const output = new LogOutput("/dev/full");
    const fill = () => {
      for (let i = 0; i < 1500; i += 1) output.write(row);
    };
    expect(fill).toThrow("no space is left");
    expect(() => output.close()).toThrow("/dev/full: cannot be written: no space is left");
  });
});
