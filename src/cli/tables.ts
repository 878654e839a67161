import Table from "cli-table3";

const PLAIN = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: "  ",
};

/** A plain table: the first column and those named in `left` to the left, the others to the right. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  left: readonly string[] = [],
): string {
  const made = new Table({
    head: [...head],
    chars: PLAIN,
    colAligns: head.map((name, column) => (column === 0 || left.includes(name) ? "left" : "right")),
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0, compact: true },
  });
  made.push(...rows.map((row) => [...row]));
  return made.toString();
}

/** A titled part of a report. */
export function section(title: string, ...parts: readonly string[]): string {
  return [title, ...parts.map((part) => part.replace(/^/gm, "  ").replace(/ +$/gm, ""))].join("\n");
}
