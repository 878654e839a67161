import { build, preview } from "vite";
import type { TestProject } from "vitest/node";
import built from "../built";
import { findBrowser } from "./find-browser";

const CONFIG = { configFile: "simulator/vite.config.ts", configLoader: "runner", logLevel: "warn" } as const;

/** Builds and serves the simulator page, and starts a browser, for all tests of this folder. */
export default async function setup(project: TestProject) {
  built();
  await build(CONFIG);
  const site = await preview({ ...CONFIG, preview: { port: 0, host: "127.0.0.1" } });
  const found = await findBrowser();
  project.provide("site", site.resolvedUrls?.local[0] ?? "");
  project.provide("browser", found.address);
  return async () => {
    await site.close();
    await found.close();
  };
}

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the simulator page. */
    site: string;
    /** Where the browser listens. */
    browser: string;
  }
}
