/** The count with which each cell of the observed-decode window is learned from: f64, one for each of its cells. */
import { Cell } from "./cell";
import { WEIGHT_BYTES } from "./layout";

let cells: usize = 0;
let cellBytes: usize = 0;
let weights: usize = 0;

/** Takes blank memory for the weights of cells that lie one after the other. */
export function layOutWeights(at: usize, firstCell: usize, bytes: usize): void {
  weights = at;
  cells = firstCell;
  cellBytes = bytes;
}

/** Where a cell's weight lies; those of a bucket's cells lie in their order. */
export function weightAt(cell: usize): usize {
  return weights + ((cell - cells) / cellBytes) * WEIGHT_BYTES;
}

/** 0: it is not learned from. */
export function weightOf(cell: Cell): f64 {
  return load<f64>(weightAt(changetype<usize>(cell)));
}
