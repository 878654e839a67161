type Cells = readonly string[];

/** A table of Markdown, its columns as wide as their widest cell. */
export function tableOf(head: Cells, rows: readonly Cells[]): string {
  const widths = head.map((name, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? name).length)));
  const padded = (cells: Cells) => cells.map((cell, i) => cell.padEnd(widths[i] ?? 0));
  return [padded(head), widths.map((width) => "-".repeat(width)), ...rows.map(padded)].map(lineOf).join("\n");
}

/** The same without padding, for cells of very different lengths. */
export function narrowTable(head: Cells, rows: readonly Cells[]): string {
  return [head, head.map(() => "---"), ...rows].map(lineOf).join("\n");
}

function lineOf(cells: Cells): string {
  return `| ${cells.join(" | ")} |`;
}
