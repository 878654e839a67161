import { spawnSync } from "node:child_process";
import { openSync } from "node:fs";
import { CommanderError } from "commander";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EXIT, exitStatus } from "../../src/cli/exit";
import { InputError, unreadable, unwritable } from "../../src/cli/input-error";
import { ConfigError, ProfileError, ReadError } from "../../src/errors";
import { COMMAND, narwhal, TRACE } from "./command";

let said = "";

beforeEach(() => {
  said = "";
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    said += text;
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

describe("the status after an error", () => {
  it("of the command line is 2, and commander has said why", () => {
    expect(exitStatus(new CommanderError(1, "commander.unknownOption", "error: unknown option"))).toBe(EXIT.usage);
    expect(exitStatus(new CommanderError(0, "commander.helpDisplayed", "(outputHelp)"))).toBe(EXIT.fine);
    expect(said).toBe("");
  });

  it.each([
    [new InputError("a.csv: no such file"), "a.csv: no such file"],
    [new ConfigError("windowS", "must be > 0 s", -1), "window_s must be > 0 s, got -1"],
    [
      new ConfigError("ttftSlo", "is not a known field", "A", "did you mean ttftSloS?"),
      'ttft_slo is not a known field, got "A"; did you mean ttft_slo_s?',
    ],
    [
      new ProfileError("p.json", "tpotSlop", "is not a known field", 1, "did you mean tpotSlope?"),
      "p.json: tpot_slop is not a known field, got 1; did you mean tpot_slope?",
    ],
    [new InputError("\u001b[2J"), "\\u001b[2J"],
  ])("of a file is 1, in one line: %s", (error, line) => {
    expect(exitStatus(error)).toBe(EXIT.data);
    expect(said).toBe(`narwhal-slo: ${line}\n`);
  });

  it("of its own is 3, with a stack that is small", () => {
    const fault = new TypeError(`no such part${"x".repeat(100_000)}`);
    fault.stack = [fault.message, ...Array.from({ length: 100 }, (_, i) => `    at line ${i}`)].join("\n");
    expect(exitStatus(fault)).toBe(EXIT.fault);
    expect(said.split("\n").length).toBe(9);
    expect(said.length).toBeLessThan(2000);
    expect(said).toMatch(/^narwhal-slo: a fault of its own, please report it: no such partx+\n {4}at line 0\n/);
  });

  it("of what is no error is 3, too", () => {
    expect(exitStatus("nonsense")).toBe(EXIT.fault);
    expect(said).toBe("narwhal-slo: a fault of its own, please report it: nonsense\n");
  });
});

describe("why a file cannot be used", () => {
  const system = (code: string) => Object.assign(new Error(`${code}: of the system`), { code });

  it.each([
    ["ENOENT", "no such file", "no such folder"],
    ["EISDIR", "is a directory", "is a directory"],
    ["EACCES", "permission denied", "permission denied"],
    ["ENOTDIR", "a part of its path is no folder", "a part of its path is no folder"],
    ["ENAMETOOLONG", "the name is too long", "the name is too long"],
    ["ENOSPC", "no space is left", "no space is left"],
    ["EROFS", "the file system is read-only", "the file system is read-only"],
    ["ELOOP", "is a link that leads to itself", "is a link that leads to itself"],
    ["Z_DATA_ERROR", "cannot be decompressed", "cannot be decompressed"],
    ["EOTHER", "EOTHER: of the system", "EOTHER: of the system"],
  ])("%s is told in words", (code, reading, writing) => {
    expect(unreadable("f", system(code)).message).toBe(`f: ${reading}`);
    expect(unwritable("f", system(code)).message).toBe(`f: cannot be written: ${writing}`);
  });

  it("is told as it is by an error of the package", () => {
    expect(unreadable("f", new ReadError("too_large", "holds more than 5 bytes")).message).toBe(
      "f: holds more than 5 bytes",
    );
  });
});

describe("the command", () => {
  it.each(["--journal", "--event-log", "--html"])("says in one line that %s cannot be written", (flag) => {
    const refused = (path: string, reason: string) => {
      const stderr = `narwhal-slo: ${path}: cannot be written: ${reason}\n`;
      expect(narwhal("replay", TRACE, flag, path)).toEqual({ status: 1, stdout: "", stderr });
    };
    refused("/nope/file", "no such folder");
    refused("/", "is a directory");
    refused(`${TRACE}/file`, "a part of its path is no folder");
  });

  it("says in one line that its output cannot be written", () => {
    const full = openSync("/dev/full", "w");
    const { status, stderr } = spawnSync(process.execPath, [COMMAND, "replay", TRACE], {
      encoding: "utf8",
      stdio: ["ignore", full, "pipe"],
    });
    expect(stderr).toBe("narwhal-slo: the standard output: cannot be written: no space is left\n");
    expect(status).toBe(1);
  });

  it("ends well when nobody reads on", () => {
    const { status, stderr } = spawnSync("bash", ["-c", `node ${COMMAND} --help | head -c 1; exit \${PIPESTATUS[0]}`], {
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([0, ""]);
  });
});
