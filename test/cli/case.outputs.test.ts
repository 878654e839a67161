import { lstatSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { azureTrace, narwhal, output, scratch } from "./command";

const write = scratch();
const idle = write("idle.csv", azureTrace([100, 200]));

describe("nearly-idle", () => {
  it("a comparison in which every split meets all SLOs says that nothing was tested", () => {
    const lines = output("replay", idle, "--compare").trimEnd().split("\n");
    expect(lines.at(-1)).toBe(
      "Every split met both SLOs for all requests: this load tests nothing. Raise it with --load.",
    );
  });
});

describe("refused-run-empties", () => {
  it.each(["--html", "--journal", "--event-log"])("a run that is refused leaves the old file of %s", (flag) => {
    const path = write("kept", "yesterday");
    for (const refused of [["no-such-trace.csv"], [idle, "--journal", "/nowhere/journal"]]) {
      const args = refused.includes(flag) ? ["no-such-trace.csv"] : refused;
      expect(narwhal("replay", ...args, flag, path).status).toBe(1);
      expect(readFileSync(path, "utf8")).toBe("yesterday");
      expect(readdirSync(dirname(path)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    }
  });

  it("a file takes its place when it is whole, behind a link, too", () => {
    const path = write("target", "yesterday");
    symlinkSync(path, `${path}.link`);
    output("replay", idle, "--journal", `${path}.link`);
    expect(lstatSync(`${path}.link`).isSymbolicLink()).toBe(true);
    expect(readFileSync(path, "utf8")).toMatch(/^\{"type":"meta"/);
    expect(readdirSync(dirname(path)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("one file for both logs is refused", () => {
    const path = write("both.jsonl", "yesterday");
    expect(narwhal("replay", idle, "--journal", path, "--event-log", path)).toEqual({
      status: 1,
      stdout: "",
      stderr: `narwhal-slo: ${path}: the journal and the event log must be two files\n`,
    });
    expect(readFileSync(path, "utf8")).toBe("yesterday");
  });
});
