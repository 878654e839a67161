import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { project } from "./project";

/** Mistakes of a newcomer that nobody catches, and the message that must be found in what Node prints. */
const MISTAKES: readonly (readonly [string, string])[] = [
  ["createPoolSync({ slo: { ttftS: 1, tpotS: -1 } })", "slo.tpotS must be > 0 s, got -1"],
  ["createPoolSync({ slo: { ttftS: 1, tpotS: 0.05 }, maxMemoryBytes: 10 })", "maxMemoryBytes"],
  ['createPoolSync({ slo: { ttftS: 1, tpotS: 0.05 } }).setAvailable("gpu-9", true)', 'unknown engine "gpu-9"'],
];

const HOSTS: readonly (readonly [string, (call: string) => readonly string[]])[] = [
  ["an ES module", (call) => ["--input-type=module", "-e", `import * as slo from "narwhal-slo"; slo.${call}`]],
  ["a CommonJS module", (call) => ["--input-type=commonjs", "-e", `require("narwhal-slo").${call}`]],
];

describe.each(HOSTS)("an uncaught error in %s", (_, args) => {
  test.each(MISTAKES)("%s prints less than 2 KB, the message in it", (call, message) => {
    const { status, stderr } = spawnSync(process.execPath, args(call), { cwd: project, encoding: "utf8" });
    expect(status).toBe(1);
    expect(stderr).toContain(message);
    expect(stderr.length).toBeLessThan(2048);
  });
});
