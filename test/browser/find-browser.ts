import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserServer, chromium } from "playwright-core";

/** A browser that listens at `address`. */
export interface Found {
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** Starts the headless Chromium of the npm package (Linux, x64), else an installed Chrome. @throws if none starts */
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
  throw new Error(`no browser starts (${reasons.join("; ")})`);
}

async function installedChrome(): Promise<Found> {
  return found(await chromium.launchServer({ channel: "chrome", headless: true }));
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
    return found(await chromium.launchServer({ executablePath, args, env, headless: true }), folder);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

function found(server: BrowserServer, folder?: string): Found {
  const close = async () => {
    await server.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  };
  return { address: server.wsEndpoint(), close };
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
