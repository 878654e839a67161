import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { PAGES, read } from "./markdown";

/** The targets of a page's links and pictures, those into the web left out. */
function targetsOf(page: string): string[] {
  const links = read(page).matchAll(/\]\(([^)\s]+)\)/g);
  return [...links].map((link) => link[1] as string).filter((target) => !/^[a-z]+:/.test(target));
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
      const [path = "", anchor] = target.split("#");
      const file = path === "" ? page : join(dirname(page), path);
      expect(existsSync(file), `${page} links to ${target}`).toBe(true);
      if (anchor !== undefined && file.endsWith(".md")) expect(anchorsOf(file), target).toContain(anchor);
    }
  });

  test("docs/README.md leads to every page and picture of docs/", () => {
    const found = readdirSync("docs").filter((name) => name !== "README.md");
    expect(found.filter((name) => !read("docs/README.md").includes(`(${name})`))).toEqual([]);
  });
});
