import { execFileSync } from "node:child_process";

/** Builds what the tests run where its sources have changed: the core with its assertions, and the command. */
export default function setup(): void {
  for (const script of ["scripts/build-core.mjs --debug", "scripts/build-command.mjs"]) {
    execFileSync(process.execPath, script.split(" "), { stdio: "inherit" });
  }
}
