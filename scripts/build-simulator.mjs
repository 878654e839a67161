// Builds the simulator page to build/simulator, where its sources have changed.
import { build } from "vite";
import { BUNDLE_INPUTS, step } from "./stamp.mjs";

await import("./build-core.mjs");
await step("simulator", {
  inputs: [...BUNDLE_INPUTS, "data"],
  outputs: ["build/simulator"],
  make: async () => {
    console.log("building the simulator page (some 3 seconds)");
    await build({ configFile: "simulator/vite.config.ts", configLoader: "runner", logLevel: "warn" });
  },
});
