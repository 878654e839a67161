/** The exports of the core: numbers in, a number or a status code out. They check nothing that the host has checked. */
import { LAYOUT_VERSION } from "./layout";
import { exportLearned as exportLearnedRows } from "./estimates";
import { reserve } from "./memory";
import { Outcomes, record } from "./outcomes";
import { takeTotals } from "./totals";
import { importOutcomes } from "./transfer";
import { resetWindow } from "./head";
import { add } from "./window";
import { Window } from "./window-structs";

export { decodeSeconds } from "./decode-price";
export { expectedOutput, learn, learnFrom, learnedInForce } from "./estimates";
export { countOffersIn, offerAdd, offerReplace } from "./offers";
export { createOfferedWork, offeredAdd, offeredLearn, offeredRatio, offeredRead } from "./offered-work";
export {
  createOutcomes,
  summedBothMet,
  summedBuckets,
  summedOldestS as outcomesOldestS,
  summedTpotMet,
  summedTtftMet,
  sumBucketOf as outcomesSumBucket,
  sumSince as outcomesSum,
} from "./outcomes";
export { meanResidency, price } from "./pricing";
export { useProfiles } from "./profile-set";
export {
  cellCount as windowCells,
  count as windowCount,
  countedInCells,
  evidence as windowEvidence,
  exportCells as windowExport,
  oldestTime,
  overflowCount as windowOverflow,
  overflowLast as windowOverflowLast,
  overflowSum as windowOverflowSum,
} from "./queries";
export { prune as windowPrune } from "./head";
export { freezePending, score } from "./scoring";
export {
  exportBucket as windowExportBucket,
  importCells as windowImportCells,
  restartOutcomes as outcomesRestart,
} from "./transfer";
export {
  add as windowAdd,
  countOn as windowCountOn,
  createWindow,
  replace as windowReplace,
} from "./window";

export function layoutVersion(): i32 {
  return LAYOUT_VERSION;
}

export function reserveScratch(bytes: i32): usize {
  return reserve(bytes);
}

export function windowAddReal(window: usize, value: f64, atS: f64, nowS: f64): i32 {
  const bits = reinterpret<u64>(value);
  return add(changetype<Window>(window), <u32>bits, <u32>(bits >> 32), 0, atS, nowS);
}

export function windowExpired(window: usize): f64 {
  return changetype<Window>(window).expired;
}

export function windowRefused(window: usize): f64 {
  return changetype<Window>(window).refused;
}

export function windowHead(window: usize): f64 {
  return <f64>changetype<Window>(window).head;
}

export function windowRestart(window: usize, head: f64): void {
  resetWindow(changetype<Window>(window), <i64>head);
}

export function outcomesRecord(outcomes: usize, ttftMet: i32, tpotMet: i32, atS: f64): void {
  record(changetype<Outcomes>(outcomes), ttftMet != 0, tpotMet != 0, atS);
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

export function exportLearned(ratios: i32): i32 {
  return exportLearnedRows(ratios != 0);
}

/** The least value of a window's cells since the cut, Infinity if there is none; `windowLargest` tells the largest. */
export function windowLeast(window: usize, sinceS: f64, nowS: f64): f64 {
  return takeTotals(changetype<Window>(window), sinceS, nowS).least;
}

export function windowSum(window: usize, sinceS: f64, nowS: f64): f64 {
  return takeTotals(changetype<Window>(window), sinceS, nowS).sum;
}

export function windowLargest(window: usize): f64 {
  return changetype<Window>(window).totals.largest;
}
