/** The exports of the core: numbers in, a number or a status code out. They check nothing that the host has checked. */
import { LAYOUT_VERSION } from "./layout";
import { decodeSeconds as decodeSecondsOf } from "./decode-price";
import { meanResidency as meanResidencyOf, price as priceOf } from "./pricing";
import { Outcomes, createOutcomes as newOutcomes, record, summedOldestS, sumBucketOf, sumSince } from "./outcomes";
import { exportLearned as exportLearnedRows, learn as learnOutputs, learnFrom as learnOutputsFrom } from "./estimates";
import { reserve } from "./memory";
import { cellCount, count, evidence, exportCells, overflowCount, overflowLast, overflowSum } from "./queries";
import { takeTotals } from "./totals";
import { exportBucket, importCells, importOutcomes, restartOutcomes } from "./transfer";
import { add, createWindow as newWindow, prune, replace, restart } from "./window";
import { Window } from "./window-structs";

export { useProfiles } from "./profile-set";
export { expectedOutput, learnedInForce } from "./estimates";
export { freezePending, score } from "./scoring";
export { createOfferedWork, offeredAdd, offeredLearn, offeredRatio, offeredRead } from "./offered-work";
export { oldestTime } from "./queries";
export { summedBothMet, summedBuckets, summedTpotMet, summedTtftMet } from "./outcomes";

export function layoutVersion(): i32 {
  return LAYOUT_VERSION;
}

export function reserveScratch(bytes: i32): usize {
  return reserve(bytes);
}

export function createWindow(
  retained: i32,
  maxShapes: i32,
  exactShapes: i32,
  merge: i32,
  bucketS: f64,
  nowS: f64,
): usize {
  return newWindow(retained, maxShapes, exactShapes, merge, bucketS, nowS);
}

export function windowAdd(window: usize, a: u32, b: u32, c: u32, atS: f64, nowS: f64): i32 {
  return add(changetype<Window>(window), a, b, c, atS, nowS);
}

export function windowAddReal(window: usize, value: f64, atS: f64, nowS: f64): i32 {
  const bits = reinterpret<u64>(value);
  return add(changetype<Window>(window), <u32>bits, <u32>(bits >> 32), 0, atS, nowS);
}

export function windowReplace(window: usize, cell: i32, a: u32, b: u32, c: u32, atS: f64, nowS: f64): i32 {
  return replace(changetype<Window>(window), cell, a, b, c, atS, nowS);
}

export function windowPrune(window: usize, timeS: f64): void {
  prune(changetype<Window>(window), timeS);
}

export function windowCount(window: usize, sinceS: f64, nowS: f64): f64 {
  return count(changetype<Window>(window), sinceS, nowS);
}

export function windowEvidence(window: usize, sinceS: f64, nowS: f64): f64 {
  return evidence(changetype<Window>(window), sinceS, nowS);
}

export function windowOverflow(window: usize, sinceS: f64): f64 {
  return overflowCount(changetype<Window>(window), sinceS);
}

export function windowOverflowLast(window: usize, sinceS: f64): f64 {
  return overflowLast(changetype<Window>(window), sinceS);
}

export function windowCells(window: usize, nowS: f64): f64 {
  return cellCount(changetype<Window>(window), nowS);
}

export function windowExport(window: usize, sinceS: f64, skip: i32): i32 {
  return exportCells(changetype<Window>(window), sinceS, skip);
}

export function windowHead(window: usize): f64 {
  return <f64>changetype<Window>(window).head;
}

export function windowExportBucket(window: usize, age: i32, skip: i32): i32 {
  return exportBucket(changetype<Window>(window), age, skip);
}

export function windowRestart(window: usize, head: f64): void {
  restart(changetype<Window>(window), <i64>head);
}

export function windowImportCells(window: usize, rows: i32): void {
  importCells(changetype<Window>(window), rows);
}

export function createOutcomes(retained: i32, widthS: f64): usize {
  return newOutcomes(retained, widthS);
}

export function outcomesRecord(outcomes: usize, ttftMet: i32, tpotMet: i32, atS: f64): void {
  record(changetype<Outcomes>(outcomes), ttftMet != 0, tpotMet != 0, atS);
}

export function outcomesSum(outcomes: usize, sinceS: f64): f64 {
  return sumSince(changetype<Outcomes>(outcomes), sinceS);
}

export function outcomesOldestS(outcomes: usize): f64 {
  return summedOldestS(changetype<Outcomes>(outcomes));
}

export function outcomesPrunedBuckets(outcomes: usize): f64 {
  return changetype<Outcomes>(outcomes).prunedBuckets;
}

export function outcomesPruned(outcomes: usize): f64 {
  return changetype<Outcomes>(outcomes).prunedOutcomes;
}

export function outcomesHead(outcomes: usize): f64 {
  return <f64>changetype<Outcomes>(outcomes).head;
}

export function outcomesSumBucket(outcomes: usize, age: i32): f64 {
  return sumBucketOf(changetype<Outcomes>(outcomes), age);
}

export function outcomesRestart(outcomes: usize, prunedBuckets: f64, prunedOutcomes: f64): void {
  restartOutcomes(changetype<Outcomes>(outcomes), prunedBuckets, prunedOutcomes);
}

export function outcomesImport(
  outcomes: usize,
  index: f64,
  total: f64,
  ttftMet: f64,
  tpotMet: f64,
  bothMet: f64,
): void {
  importOutcomes(changetype<Outcomes>(outcomes), <i64>index, total, ttftMet, tpotMet, bothMet);
}

export function learnFrom(observed: usize, scratch: usize): void {
  learnOutputsFrom(changetype<Window>(observed), scratch);
}

export function learn(observed: usize, sinceS: f64, nowS: f64): void {
  learnOutputs(changetype<Window>(observed), sinceS, nowS);
}

export function exportLearned(ratios: i32): i32 {
  return exportLearnedRows(ratios != 0);
}

export function meanResidency(residency: usize, sinceS: f64, nowS: f64): f64 {
  return meanResidencyOf(changetype<Window>(residency), sinceS, nowS);
}

export function price(
  arrivals: usize,
  expected: usize,
  unsized: usize,
  cutS: f64,
  spanS: f64,
  nowS: f64,
  pending: f64,
  tpotSloS: f64,
  correction: f64,
  resident: f64,
): void {
  priceOf(
    changetype<Window>(arrivals),
    changetype<Window>(expected),
    changetype<Window>(unsized),
    cutS,
    spanS,
    nowS,
    pending,
    tpotSloS,
    correction,
    resident,
  );
}

export function decodeSeconds(expected: usize, cutS: f64, nowS: f64, tpotSloS: f64, correction: f64): f64 {
  return decodeSecondsOf(changetype<Window>(expected), cutS, nowS, tpotSloS, correction);
}

/** The least value of a window's cells since the cut, Infinity if there is none; `windowLargest` tells the largest. */
export function windowLeast(window: usize, sinceS: f64, nowS: f64): f64 {
  return takeTotals(changetype<Window>(window), sinceS, nowS).least;
}

export function windowSum(window: usize, sinceS: f64, nowS: f64): f64 {
  return takeTotals(changetype<Window>(window), sinceS, nowS).sum;
}

export function windowOverflowSum(window: usize, sinceS: f64): f64 {
  return overflowSum(changetype<Window>(window), sinceS);
}

export function windowLargest(window: usize): f64 {
  return changetype<Window>(window).largest;
}
