// Draws the picture of the simulator page: npm run simulator:picture > docs/simulator.png
import { writeSync } from "node:fs";
import { chromium } from "playwright-core";
import { build, preview } from "vite";
import { findBrowser } from "./find-browser";

const CONFIG = { configFile: "simulator/vite.config.ts", configLoader: "runner", logLevel: "silent" } as const;

/** The default run, with its first move chosen. */
const LINK = "decision=A5";

await build(CONFIG);
const site = await preview({ ...CONFIG, preview: { port: 0, host: "127.0.0.1" } });
const found = await findBrowser();
const browser = await chromium.connect(found.address);
const page = await browser.newPage({ locale: "en-US", viewport: { width: 1360, height: 1270 } });
await page.goto(`${site.resolvedUrls?.local[0]}#${LINK}`);
await page.getByText(/simulated in/).waitFor();
writeSync(1, await page.screenshot());
await browser.close();
await found.close();
await site.close();
