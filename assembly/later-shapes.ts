/**
 * What the shapes cost since a cut within the window. Each shape tells how many of it lie in buckets up to that of the
 * cut: from look to look the cut moves on by a few buckets, so that only their cells are visited.
 */
import { OFFERED_SHAPE_BYTES } from "./layout";
import { OfferedShape, shapeOf, shapesOf } from "./offered-shapes";
import { gapOf } from "./shape-prices";
import { Bucket, Window, bucketAtIndex, oldestIndex } from "./window-structs";

let gaps: u32 = 0;

/** What the last `secondsAfter` could not price. */
export function gapsAfter(): u32 {
  return gaps;
}

/** Engine-seconds of decode of all exact cells in buckets after one that is kept. Every shape has a price. */
export function secondsAfter(window: Window, index: i64): f64 {
  moveOlder(window, index + 1);
  const shapes = shapesOf(window);
  gaps = 0;
  let seconds = 0.0;
  for (let at = shapes.first; at < shapes.end; at += OFFERED_SHAPE_BYTES) {
    const shape = changetype<OfferedShape>(at);
    const later = shape.count - <f64>shape.older;
    if (later <= 0.0) continue;
    if (shape.price > 0.0) seconds += later * shape.price;
    else gaps |= gapOf(shape.output);
  }
  return seconds;
}

/** Afterwards `older` counts what lies in buckets before an index: they come in, or leave when the clock steps back. */
function moveOlder(window: Window, end: i64): void {
  const shapes = shapesOf(window);
  const from = max<i64>(shapes.olderEnd, oldestIndex(window));
  const to = min<i64>(shapes.olderEnd, window.head + 1);
  for (let index = from; index < end; index++) countOlder(bucketAtIndex(window, index), 1);
  for (let index = end; index < to; index++) countOlder(bucketAtIndex(window, index), -1);
  shapes.olderEnd = end;
}

function countOlder(bucket: Bucket, sign: i32): void {
  for (let number = 0; number < bucket.used; number++) {
    const cell = bucket.cellAt(number);
    if (cell.count > 0.0) shapeOf(cell).older += sign * <i32>cell.count;
  }
}
