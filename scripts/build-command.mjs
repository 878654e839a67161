// Bundles the command to build/, where its sources have changed: what the tests run, in a second.
import { execFileSync } from "node:child_process";
import { BUNDLE_INPUTS, step } from "./stamp.mjs";

const TSUP = "node_modules/tsup/dist/cli-default.js";

await step("command", {
  inputs: BUNDLE_INPUTS,
  outputs: ["build/cli.js", "build/report.js", "build/report.css"],
  make: () => execFileSync(process.execPath, [TSUP, "--config", "tsup.command.config.ts"], { stdio: "inherit" }),
});
