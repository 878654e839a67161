/** Addresses in the memory of an instance, which its regions hand back to it. */
export type WindowPointer = number;
export type OutcomesPointer = number;
export type WorkPointer = number;

/** A boolean at the boundary. */
export type Flag = 0 | 1;

/**
 * The exports of the core (assembly/index.ts). A test compares names, parameters and types with what the compiler says.
 * Times are seconds. Answers of several numbers are in the result region (assembly/results.ts), rows in the transfer
 * region (assembly/rows.ts), of which a function returns how many it wrote.
 */
export interface CoreExports {
  coreVersion(): number;
  seedHash(low: number, high: number): void;

  createWindow(
    retained: number,
    shapeCells: number,
    maxShapes: number,
    merge: number,
    bucketS: number,
    nowS: number,
  ): WindowPointer;
  windowAdd(window: WindowPointer, a: number, b: number, c: number, atS: number, nowS: number): number;
  windowAddReal(window: WindowPointer, value: number, nowS: number): number;
  windowReplace(
    window: WindowPointer,
    number: number,
    a: number,
    b: number,
    c: number,
    atS: number,
    nowS: number,
  ): number;
  windowPrune(window: WindowPointer, timeS: number): void;
  windowCount(window: WindowPointer, sinceS: number, nowS: number): number;
  windowEvidence(window: WindowPointer, sinceS: number, nowS: number): void;
  windowOverflow(window: WindowPointer, sinceS: number): void;
  windowTotals(window: WindowPointer, sinceS: number, nowS: number): void;
  windowFlow(window: WindowPointer, nowS: number): void;
  windowExport(window: WindowPointer, sinceS: number, skip: number): number;
  windowExportBucket(window: WindowPointer, age: number, skip: number): number;
  windowRestart(window: WindowPointer, head: number, expired: number, refused: number): void;
  windowImportCells(window: WindowPointer, rows: number): void;

  countOffersIn(arrivalsWindow: WindowPointer, expectedWindow: WindowPointer): void;
  offerAdd(prefill: number, input: number, requested: number, known: Flag, atS: number, nowS: number): number;
  offerReplace(
    cells: number,
    prefill: number,
    input: number,
    requested: number,
    known: Flag,
    atS: number,
    nowS: number,
  ): number;

  createOutcomes(retained: number, widthS: number): OutcomesPointer;
  outcomesRecord(outcomes: OutcomesPointer, ttftMet: Flag, tpotMet: Flag, atS: number): void;
  outcomesSum(outcomes: OutcomesPointer, sinceS: number): void;
  outcomesSumBucket(outcomes: OutcomesPointer, age: number): void;
  outcomesPruned(outcomes: OutcomesPointer): void;
  outcomesRestart(outcomes: OutcomesPointer, prunedBuckets: number, prunedOutcomes: number): void;
  outcomesImport(
    outcomes: OutcomesPointer,
    index: number,
    total: number,
    ttftMet: number,
    tpotMet: number,
    bothMet: number,
  ): void;

  createOfferedWork(startS: number): WorkPointer;
  offeredAdd(
    work: WorkPointer,
    sign: number,
    atS: number,
    nowS: number,
    prefillS: number,
    engines: number,
    spanS: number,
  ): void;
  offeredRates(work: WorkPointer, nowS: number): number;
  offeredLearn(work: WorkPointer, input: number, requested: number, observed: number): void;
  offeredRatio(work: WorkPointer, input: number, requested: number): number;
  offeredExportSeconds(work: WorkPointer): number;
  offeredExportRatios(work: WorkPointer): number;
  offeredRestart(work: WorkPointer, first: number, oldest: number, base: number): void;
  offeredImportSeconds(work: WorkPointer, rows: number): void;
  offeredImportRatios(work: WorkPointer, rows: number): void;

  learnFrom(window: WindowPointer): void;
  learn(window: WindowPointer, sinceS: number, nowS: number): Flag;
  exportLearned(ratios: Flag): number;
  expectedOutput(input: number, requested: number): number;

  useProfiles(count: number): void;
  meanResidency(window: WindowPointer, cutS: number, nowS: number): number;
  decodeSeconds(
    window: WindowPointer,
    sinceS: number,
    nowS: number,
    tpotSloS: number,
    decodeCorrection: number,
  ): number;
  price(
    arrivals: WindowPointer,
    expected: WindowPointer,
    unsized: WindowPointer,
    cutS: number,
    spanS: number,
    nowS: number,
    tpotSloS: number,
    correction: number,
  ): void;
  freezePending(shapes: number): void;
  score(prefill: number, leastDemand: number, hasLeast: Flag, withResidents: Flag): Flag;
}
