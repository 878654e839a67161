import { readdirSync, readFileSync } from "node:fs";

/** The pages that a user reads, by path from the root. */
export const PAGES: readonly string[] = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "SECURITY.md",
  "data/README.md",
  ...readdirSync("docs")
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

export function read(path: string): string {
  return readFileSync(path, "utf8");
}

/** The rows of the table under a heading (the `index`-th of them), each a list of its cells; the head is left out. */
export function table(page: string, heading: string, index = 0): readonly (readonly string[])[] {
  return linesOf(page, heading, index).slice(2).map(cellsOf);
}

/** The first table under a heading as lists of cells, by the heads of their columns. */
export function columns(page: string, heading: string): Readonly<Record<string, readonly string[]>> {
  const [head = "", , ...rows] = linesOf(page, heading, 0);
  return Object.fromEntries(cellsOf(head).map((name, column) => [name, rows.map((row) => cellsOf(row)[column] ?? "")]));
}

/** What a cell has in code marks. */
export function codes(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] as string);
}

function linesOf(page: string, heading: string, index: number): readonly string[] {
  const section = page.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`there is no heading "${heading}"`);
  const rows = section.split(/\n{2,}/).filter((block) => block.startsWith("|"))[index];
  if (rows === undefined) throw new Error(`"${heading}" has no table ${index}`);
  return rows.trim().split("\n");
}

function cellsOf(row: string): string[] {
  return row
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());
}
