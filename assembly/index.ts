/**
 * The exports of the core: numbers in, one number out. Several numbers go out through the result region, rows through
 * the transfer region. The host has checked all arguments.
 *
 * The state of the core is in variables of its modules: an instance holds the account of one pool, and the host makes
 * an instance for each.
 */
export { coreVersion } from "./check-layout";
export { decodeSeconds } from "./decode-price";
export { expectedOutput, exportLearned, learn, learnFrom } from "./estimates";
export { seedHash } from "./hash";
export { prune as windowPrune } from "./head";
export {
  exportRatios as offeredExportRatios,
  exportSeconds as offeredExportSeconds,
  importRatios as offeredImportRatios,
  importSeconds as offeredImportSeconds,
  restartOfferedWork as offeredRestart,
} from "./offered-transfer";
export {
  addWork as offeredAdd,
  createOfferedWork,
  learnRatio as offeredLearn,
  ratioOf as offeredRatio,
  readRates as offeredRates,
} from "./offered-work";
export { countOffersIn, offerAdd, offerReplace } from "./offers";
export {
  createOutcomes,
  pruned as outcomesPruned,
  record as outcomesRecord,
  sumBucketOf as outcomesSumBucket,
  sumSince as outcomesSum,
} from "./outcomes";
export { meanResidency, price } from "./pricing";
export { useProfiles } from "./profile-set";
export {
  count as windowCount,
  evidence as windowEvidence,
  exportCells as windowExport,
  flow as windowFlow,
  overflow as windowOverflow,
} from "./queries";
export { freezePending, score } from "./scoring";
export { valueTotals as windowTotals } from "./totals";
export {
  exportBucket as windowExportBucket,
  importCells as windowImportCells,
  importOutcomes as outcomesImport,
  restartOutcomes as outcomesRestart,
  restartWindow as windowRestart,
} from "./transfer";
export { add as windowAdd, addReal as windowAddReal, createWindow, replace as windowReplace } from "./window";
