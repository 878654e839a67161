/** Rows of the transfer region, on their way in or out. */
import { Cell } from "./cell";
import { IO_BASE } from "./layout";

@unmanaged
export class CellRow {
  a: f64;
  b: f64;
  c: f64;
  first: f64;
  last: f64;
  count: f64;
  overflow: f64;
  lastCertain: f64;

  write(cell: Cell, overflow: bool): void {
    this.a = <f64>cell.a;
    this.b = <f64>cell.b;
    this.c = <f64>cell.c;
    this.first = cell.first;
    this.last = cell.last;
    this.count = cell.count;
    this.overflow = overflow ? 1.0 : 0.0;
    this.lastCertain = <f64>cell.lastCertain;
  }
}

@unmanaged
export class ShapeRow {
  input: f64;
  output: f64;
  prefill: f64;
}

@unmanaged
export class LearnedRow {
  input: f64;
  requested: f64;
  value: f64;
}

@unmanaged
export class RateRow {
  prefill: f64;
  decode: f64;
}

@unmanaged
export class SecondRow {
  second: f64;
  work: f64;
  level: f64;
}

@unmanaged
export class RatioRow {
  place: f64;
  mean: f64;
  count: f64;
}

/** A row of the transfer region, by its number. */
export function rowAt<T>(row: i32): T {
  return changetype<T>(<usize>IO_BASE + <usize>row * offsetof<T>());
}
