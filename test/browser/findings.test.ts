import { expect, test } from "vitest";
import { digestsOf, openSimulator } from "./open";

test("settings stay at hand when a narrow page becomes wide", async () => {
  const { page } = await openSimulator("", { viewport: { width: 800, height: 1180 } });
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(() => page.getByLabel("Prefill engines", { exact: true }).isVisible()).toBe(true);
});

test("a page that may not copy shows its link", async () => {
  const { page, complaints } = await openSimulator();
  // A worker that is still being fetched would complain about the reload.
  await digestsOf(page);
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "clipboard", { get: () => undefined });
  });
  await page.reload();
  await digestsOf(page);
  await page.getByRole("button", { name: "Copy link" }).click();
  expect(await page.getByLabel("Link to copy").inputValue()).toBe(page.url());
  expect(complaints).toEqual([]);
});

test("Back shows the run before, with its settings", async () => {
  const { page } = await openSimulator();
  const [first] = await digestsOf(page);
  await page.getByLabel("Seed").fill("7");
  await page.getByRole("button", { name: "Run with these settings" }).click();
  await expect.poll(() => page.locator("[data-digest]").textContent()).not.toBe(first);
  await digestsOf(page);
  await page.goBack();
  await expect.poll(() => page.locator("[data-digest]").textContent()).toBe(first);
  expect(await page.getByLabel("Seed").inputValue()).toBe("1");
});

test("requests that were lost are in the tile of those that completed", async () => {
  const { page } = await openSimulator("load=20");
  await digestsOf(page);
  const tile = page.locator(".tile", { hasText: "Completed" });
  expect(await tile.textContent()).toMatch(/of 2,000; [\d,]+ expired/);
});

test("a failure leaves the run before on show", async () => {
  const { page } = await openSimulator();
  const [first] = await digestsOf(page);
  await page.evaluate(() => location.assign("#trace=nosuch"));
  await page.getByRole("alert").getByText("There is no trace nosuch here").waitFor();
  expect(await page.locator("[data-digest]").textContent()).toBe(first);
});

test("a link says what of it was not understood", async () => {
  const { page } = await openSimulator("a.ttftSloS=NaN&load=-5&seed=9007199254740993&a.nosuch=1&a.prefill=2");
  const note = page.getByRole("status").filter({ hasText: "Not understood in this link" });
  expect(await note.textContent()).toBe(
    "Not understood in this link, and left at their defaults: a.ttftSloS=NaN, load=-5, seed=9007199254740993, a.nosuch=1",
  );
  const { page: plain } = await openSimulator("load=1&seed=1&a.prefill=2");
  await digestsOf(plain);
  expect(await plain.getByText("Not understood").count()).toBe(0);
});
