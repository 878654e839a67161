import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { inject, onTestFinished } from "vitest";

let browser: Browser | null = null;

/** A page, and everything in its console that should not be there. */
export interface Opened {
  readonly page: Page;
  readonly complaints: readonly string[];
}

/**
 * Opens an address in a browser that has seen nothing before.
 *
 * @param language what `navigator.language` is: a container without a locale has one that is no language tag
 */
export async function open(url: string, options: BrowserContextOptions = {}, language = ""): Promise<Opened> {
  browser ??= await chromium.connect(inject("browser"));
  const context = await browser.newContext({ locale: "en-US", viewport: { width: 1280, height: 900 }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  if (language) await page.addInitScript(speak, language);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("requestfailed", (request) => complaints.push(`${request.url()}: ${request.failure()?.errorText}`));
  await page.goto(url);
  return { page, complaints };
}

function speak(language: string): void {
  Object.defineProperty(Navigator.prototype, "language", { get: () => language });
}

/** Opens the simulator with a link. */
export async function openSimulator(link = "", options: BrowserContextOptions = {}): Promise<Opened> {
  return open(`${inject("site")}#${link}`, options);
}

/** Waits until the run has ended, and gives the digests of the runs. */
export async function digestsOf(page: Page): Promise<(string | null)[]> {
  await page.getByText(/simulated in/).waitFor();
  return page.locator("[data-digest]").allTextContents();
}
