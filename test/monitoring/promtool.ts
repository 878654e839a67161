import { spawnSync } from "node:child_process";

/** Whether promtool (Debian's `prometheus`) is here. */
export const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

/** Runs promtool; its exit code and all that it prints. */
export function promtool(args: readonly string[], input = ""): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync("promtool", args, { input, encoding: "utf8" });
  return { status, output: stdout + stderr };
}
