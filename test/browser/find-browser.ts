import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserServer, chromium } from "playwright-core";

/** A browser that runs, or why there is none. */
export type Found =
  | { readonly server: BrowserServer; readonly folder: string | null }
  | { readonly server: null; readonly reason: string };

/** Starts the headless Chromium of the npm package (Linux, x64), else an installed Chrome. */
export async function findBrowser(): Promise<Found> {
  const packaged = process.platform === "linux" && process.arch === "x64";
  const attempts = packaged ? [packagedChromium, installedChrome] : [installedChrome];
  const reasons: string[] = [];
  for (const attempt of attempts) {
    try {
      return await attempt();
    } catch (error) {
      reasons.push(`${attempt.name}: ${firstLine(error)}`);
    }
  }
  return { server: null, reason: `no browser starts (${reasons.join("; ")})` };
}

async function installedChrome(): Promise<Found> {
  return { server: await chromium.launchServer({ channel: "chrome", headless: true }), folder: null };
}

/** It unpacks itself, its libraries and a font into the temporary folder: here, one of its own. */
async function packagedChromium(): Promise<Found> {
  const folder = mkdtempSync(join(tmpdir(), "narwhal-slo-browser-"));
  const before = { ...process.env };
  try {
    // The second one makes it bring its libraries: they need not be installed.
    Object.assign(process.env, { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: "nodejs22.x" });
    const { default: packaged } = await import("@sparticuz/chromium");
    const executablePath = await packaged.executablePath();
    // It looks for its font in /tmp only.
    writeFileSync(join(folder, "fonts/fonts.conf"), fontConfiguration(folder));
    const { LD_LIBRARY_PATH = "", FONTCONFIG_PATH = "", ...others } = process.env;
    const env = { ...(others as Record<string, string>), LD_LIBRARY_PATH, FONTCONFIG_PATH };
    const args = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
    return { server: await chromium.launchServer({ executablePath, args, env, headless: true }), folder };
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

function fontConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>
`;
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
}
