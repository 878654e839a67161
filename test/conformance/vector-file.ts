import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** One line of a vector file: an operation and what must be seen right after it. */
export interface Operation {
  readonly op: string;
  readonly t: number;
  readonly expect?: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: recorded JSON, of a shape that its kind's replayer knows
  readonly [field: string]: any;
}

/** A vector file: its header, and its operations with the line that each stands on. */
export interface VectorFile {
  readonly header: { readonly kind: string; readonly version: number } & Omit<Operation, "op" | "t">;
  readonly operations: readonly { readonly line: number; readonly operation: Operation }[];
}

/** Reads a vector file, gzipped or not; `"inf"` becomes Infinity. */
export function readVectorFile(path: string): VectorFile {
  const bytes = readFileSync(path);
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  const rows = text
    .split("\n")
    .map((row, index) => ({ row, line: index + 1 }))
    .filter(({ row }) => row.trim() !== "")
    .map(({ row, line }) => ({ line, operation: JSON.parse(row, infinite) as Operation }));
  const [header, ...operations] = rows;
  if (!header) throw new Error(`${path}: empty`);
  return { header: header.operation as unknown as VectorFile["header"], operations };
}

function infinite(_key: string, value: unknown): unknown {
  return value === "inf" ? Number.POSITIVE_INFINITY : value;
}
