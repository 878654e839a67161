import { expect, test } from "vitest";
import { digestsOf, openSimulator } from "./open";

const EXACTLY = { exact: true };

test("a link makes the same runs again, and shows the same decision", async () => {
  const { page } = await openSimulator();
  const [first] = await digestsOf(page);
  await page.getByLabel("Prefill engines", EXACTLY).fill("2");
  await page.getByRole("spinbutton", { name: "Load" }).fill("1.25");
  await page.getByLabel("Compare two runs").check();
  await page.getByLabel("Controller", EXACTLY).selectOption("advisory");
  await page.getByRole("button", { name: "Run with these settings" }).click();
  await expect.poll(() => page.locator("[data-digest]").count()).toBe(2);
  const digests = await digestsOf(page);
  expect(new Set([first, ...digests]).size).toBe(3);
  await page.getByRole("slider").last().press("End");
  const explanation = await page.locator(".explanation").textContent();

  const link = new URL(page.url()).hash.slice(1);
  const again = await openSimulator(link);
  expect(await digestsOf(again.page)).toEqual(digests);
  expect(await again.page.locator(".explanation").textContent()).toBe(explanation);
  expect(await again.page.getByRole("spinbutton", { name: "Load" }).inputValue()).toBe("1.25");
  expect(await again.page.getByLabel("Prefill engines", EXACTLY).inputValue()).toBe("2");
});

test("a number can be typed as it is written", async () => {
  const { page } = await openSimulator();
  const slo = page.getByLabel("TPOT SLO s");
  await slo.fill("");
  await slo.pressSequentially("0.045");
  expect(await slo.inputValue()).toBe("0.045");
  const load = page.getByRole("spinbutton", { name: "Load" });
  await load.fill("");
  await load.pressSequentially("0.5");
  await load.press("Enter");
  expect(new URL(page.url()).hash).toBe("#load=0.5&a.tpotSloS=0.045");
  await page.getByText(/2,000 requests, 16:\d\d simulated in/).waitFor();
});

test("an address that changes under the page is opened", async () => {
  const { page } = await openSimulator();
  const [before] = await digestsOf(page);
  await page.evaluate(() => location.assign("#seed=2"));
  await expect.poll(() => page.locator("[data-digest]").textContent()).toMatch(/^[0-9a-f]{64}$/);
  await expect.poll(() => page.locator("[data-digest]").textContent()).not.toBe(before);
  expect(await page.getByLabel("Seed").inputValue()).toBe("2");
});

test("a setting that cannot stay is named beside its field, and does not run", async () => {
  const { page } = await openSimulator("a.windowS=-1");
  const refusals = page.getByRole("alert").filter({ hasText: "windowS must be > 0 s, got -1" });
  await expect.poll(() => refusals.count()).toBe(2);
  expect(await page.getByLabel("Window s").getAttribute("aria-invalid")).toBe("true");
});
