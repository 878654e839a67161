import type { Percentiles } from "../replay";

/** `97.1%`, or a dash for a ratio of nothing. Only none at all is `0.0%`, and only all of them are `100.0%`. */
export function percent(ratio: number | null): string {
  if (ratio === null) return "-";
  const text = `${(100 * ratio).toFixed(1)}%`;
  if (text === "0.0%" && ratio > 0) return "<0.1%";
  return text === "100.0%" && ratio < 1 ? ">99.9%" : text;
}

/** A number with as many decimals as it needs to be told apart: 0.042, 1.37, 12.8, 941. */
export function figure(value: number | null): string {
  if (value === null) return "-";
  if (value === Number.POSITIVE_INFINITY) return "∞";
  const magnitude = Math.abs(value);
  if (magnitude >= 100 || value === 0) return value.toFixed(0);
  if (magnitude >= 10) return value.toFixed(1);
  return value.toFixed(magnitude >= 1 ? 2 : 3);
}

/** A whole number with thousands set apart. */
export function whole(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 0 });
}

/** `1 move`, `2,000 moves`. */
export function counted(count: number, noun: string): string {
  return `${whole(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** The size of a difference of two ratios, in percentage points. */
export function points(difference: number): string {
  const text = Math.abs(100 * difference).toFixed(2);
  return text === "0.00" && difference !== 0 ? "<0.01" : text;
}

/** A span or a time of a run: `7:30` is seven and a half minutes, `1:02:00` an hour and two. */
export function clockTime(seconds: number): string {
  const total = Math.round(seconds);
  const pad = (value: number) => String(value).padStart(2, "0");
  const minutes = Math.floor(total / 60);
  if (minutes < 60) return `${minutes}:${pad(total % 60)}`;
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(total % 60)}`;
}

/** No simulation is as long (three years), and no router as old. */
const EPOCH_S = 1e8;
/** The last date that JavaScript has. */
const LAST_DATE_S = 8.64e12;

/** A time of the epoch's scale as a date, one of a simulation as what has passed. */
export function timeOf(atS: number | null): string {
  if (atS === null || Math.abs(atS) > LAST_DATE_S) return String(atS ?? "-");
  return atS < EPOCH_S ? clockTime(atS) : `${new Date(1000 * atS).toISOString().slice(0, 19)}Z`;
}

/** The row of a table of percentiles. */
export function percentileCells({ meanS, p50S, p90S, p95S, p99S, maxS }: Percentiles): string[] {
  return [meanS, p50S, p90S, p95S, p99S, maxS].map(figure);
}
