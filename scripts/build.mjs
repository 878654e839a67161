// Builds the core, dist/ and its types. A step whose sources have not changed is skipped; one that runs prints a line.
import { execFileSync } from "node:child_process";
import { BUNDLE_INPUTS, step } from "./stamp.mjs";

run("scripts/build-core.mjs");
await step("dist", { inputs: BUNDLE_INPUTS, outputs: ["dist"], make: bundle });

function bundle() {
  console.log("bundling dist/ and its types (some 25 seconds)");
  run("node_modules/tsup/dist/cli-default.js");
}

function run(script) {
  execFileSync(process.execPath, [script], { stdio: "inherit" });
}
