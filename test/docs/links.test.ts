import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import packageJson from "../../package.json";
import { PAGES, read } from "./markdown";

/** What a package has: npm adds the page and the licence to the files that the manifest names. */
const SHIPPED = [...packageJson.files, "README.md", "LICENSE", "package.json"];

const isShipped = (path: string) => SHIPPED.some((name) => path === name || path.startsWith(`${name}/`));
const shippedPages = PAGES.filter(isShipped);

/** The targets of a page's links and pictures, those into the web left out. */
function targetsOf(page: string): string[] {
  const links = read(page).matchAll(/\]\(([^)\s]+)\)/g);
  return [...links].map((link) => link[1] as string).filter((target) => !/^[a-z]+:/.test(target));
}

/** The file that a page's link leads to, by its path from the root. */
function fileOf(page: string, target: string): string {
  const [path = ""] = target.split("#");
  return path === "" ? page : join(dirname(page), path);
}

function anchorsOf(page: string): string[] {
  const headings = read(page).matchAll(/^#+ (.*)$/gm);
  const anchor = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replace(/ /g, "-");
  return [...headings].map((heading) => anchor(heading[1] as string));
}

describe("links", () => {
  test.each(PAGES)("of %s lead somewhere", (page) => {
    for (const target of targetsOf(page)) {
      const [, anchor] = target.split("#");
      const file = fileOf(page, target);
      expect(existsSync(file), `${page} links to ${target}`).toBe(true);
      if (anchor !== undefined && file.endsWith(".md")) expect(anchorsOf(file), target).toContain(anchor);
    }
  });

  test.each(shippedPages)("of %s lead to what the package has", (page) => {
    expect(targetsOf(page).filter((target) => !isShipped(fileOf(page, target)))).toEqual([]);
  });

  test("docs/README.md leads to every page and picture of docs/", () => {
    const linked = targetsOf("docs/README.md");
    const found = readdirSync("docs").filter((name) => name !== "README.md");
    expect(found.filter((name) => !linked.includes(name))).toEqual([]);
  });
});

test("pages of the package call the command by its name", () => {
  const calling = shippedPages.filter((page) => read(page).includes("node dist/"));
  expect(calling).toEqual([]);
});
