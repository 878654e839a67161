import { expect, test } from "vitest";
import { violationsOf } from "./access";
import { digestsOf, openSimulator } from "./open";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

const COMPARED = "compare=1&b.control=off&b.stepS=10&decision=A5";

test("axe finds nothing, in light and in dark, with a decision open", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    const { page } = await openSimulator(COMPARED, { colorScheme });
    await digestsOf(page);
    expect(await violationsOf(page), colorScheme).toEqual([]);
  }
});

test("axe finds nothing where something is wrong", async () => {
  const { page } = await openSimulator("a.windowS=-1");
  await page.getByRole("alert").first().waitFor();
  expect(await violationsOf(page)).toEqual([]);
});

test("a phone shows all of it without scrolling sideways, settings too", async () => {
  const { page } = await openSimulator(COMPARED, PHONE);
  await digestsOf(page);
  await page.getByText("Workload and settings").click();
  await page.locator("details").evaluateAll((all) => {
    for (const one of all) one.setAttribute("open", "");
  });
  const overhang = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  expect(await page.evaluate(overhang)).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
});

test("the keyboard reaches what the mouse reaches", async () => {
  const { page } = await openSimulator();
  await digestsOf(page);
  const reached: string[] = [];
  for (let i = 0; i < 60; i += 1) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate(() => {
      const { activeElement: element } = document;
      return element?.getAttribute("role") ?? element?.textContent?.trim() ?? "";
    });
    reached.push(name);
  }
  for (const name of ["Restart", "Step", "Copy link", "Zoom in", "slider"]) expect(reached).toContain(name);
});
