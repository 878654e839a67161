import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const BUILT = "build/simulator";

test("what the page loads first, traces apart, is less than 300 KB gzipped", () => {
  const files = readdirSync(BUILT, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.(html|js|css)$/.test(name),
  );
  const bytes = files.reduce((sum, name) => sum + gzipSync(readFileSync(join(BUILT, name))).byteLength, 0);
  console.log(`the simulator page: ${bytes} bytes gzipped`);
  expect(files.length).toBe(4);
  expect(bytes).toBeLessThan(300_000);
});

test("it brings the licences of what is bundled into it, and asks no other site for anything", () => {
  const notices = readFileSync(join(BUILT, "NOTICES.txt"), "utf8");
  for (const name of ["preact", "uplot", "valibot"]) expect(notices).toMatch(new RegExp(`^${name} \\d`, "m"));
  expect(readFileSync(join(BUILT, "index.html"), "utf8")).not.toMatch(/(src|href)="(?!\.\/|data:)/);
});
