/** What the core exports (assembly/index.ts). Pointers and cell numbers are whole numbers, times seconds. */
export interface CoreExports {
  layoutVersion(): number;
  reserveScratch(bytes: number): number;

  createWindow(
    retained: number,
    maxShapes: number,
    exactShapes: number,
    merge: number,
    bucketS: number,
    nowS: number,
  ): number;
  windowAdd(window: number, a: number, b: number, c: number, atS: number, nowS: number): number;
  windowAddReal(window: number, value: number, atS: number, nowS: number): number;
  windowReplace(window: number, cell: number, a: number, b: number, c: number, atS: number, nowS: number): number;
  windowPrune(window: number, timeS: number): void;
  windowCount(window: number, sinceS: number, nowS: number): number;
  windowEvidence(window: number, sinceS: number, nowS: number): number;
  oldestTime(): number;
  windowOverflow(window: number, sinceS: number): number;
  windowOverflowLast(window: number, sinceS: number): number;
  windowCells(window: number, nowS: number): number;
  countedInCells(): number;
  windowExpired(window: number): number;
  windowRefused(window: number): number;
  windowCountOn(window: number, expired: number, refused: number): void;
  windowExport(window: number, sinceS: number, skip: number): number;

  countOffersIn(arrivals: number, expected: number): void;
  offerAdd(prefill: number, input: number, requested: number, known: number, atS: number, nowS: number): number;
  offerReplace(
    cells: number,
    prefill: number,
    input: number,
    requested: number,
    known: number,
    atS: number,
    nowS: number,
  ): number;

  windowHead(window: number): number;
  windowExportBucket(window: number, age: number, skip: number): number;
  windowRestart(window: number, head: number): void;
  windowImportCells(window: number, rows: number): void;

  createOutcomes(retained: number, widthS: number): number;
  outcomesRecord(outcomes: number, ttftMet: number, tpotMet: number, atS: number): void;
  outcomesSum(outcomes: number, sinceS: number): number;
  summedTtftMet(): number;
  summedTpotMet(): number;
  summedBothMet(): number;
  summedBuckets(): number;
  outcomesOldestS(outcomes: number): number;
  outcomesPrunedBuckets(outcomes: number): number;
  outcomesPruned(outcomes: number): number;
  outcomesHead(outcomes: number): number;
  outcomesSumBucket(outcomes: number, age: number): number;
  outcomesRestart(outcomes: number, prunedBuckets: number, prunedOutcomes: number): void;
  outcomesImport(
    outcomes: number,
    index: number,
    total: number,
    ttftMet: number,
    tpotMet: number,
    bothMet: number,
  ): void;

  useProfiles(count: number): void;
  decodeSeconds(expected: number, cutS: number, nowS: number, tpotSloS: number, correction: number): number;
  learnFrom(observed: number, scratch: number): void;
  learn(observed: number, sinceS: number, nowS: number): void;
  learnedInForce(): number;
  exportLearned(ratios: number): number;
  expectedOutput(input: number, requested: number): number;
  meanResidency(residency: number, sinceS: number, nowS: number): number;
  price(
    arrivals: number,
    expected: number,
    unsized: number,
    cutS: number,
    spanS: number,
    nowS: number,
    pending: number,
    tpotSloS: number,
    correction: number,
    resident: number,
  ): void;

  windowLeast(window: number, sinceS: number, nowS: number): number;
  windowLargest(window: number): number;
  windowSum(window: number, sinceS: number, nowS: number): number;
  windowOverflowSum(window: number, sinceS: number): number;
  freezePending(shapes: number): void;
  score(prefill: number, override: number, hasOverride: number, withResidents: number): void;

  createOfferedWork(startS: number): number;
  offeredAdd(
    work: number,
    sign: number,
    atS: number,
    nowS: number,
    prefillS: number,
    engines: number,
    spanS: number,
  ): void;
  offeredRead(work: number, nowS: number): number;
  offeredLearn(work: number, input: number, requested: number, observed: number): void;
  offeredRatio(work: number, input: number, requested: number): number;
}
