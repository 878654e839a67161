/** Decision snapshot and split scores (semantics, section 8). A frozen snapshot always has the same scores. */
import { SNAPSHOT_BASE } from "./layout";
import {
  allCoverDecode,
  allCoverOutput,
  allCoverPrefill,
  decodeSecondsOfAll,
  leastKvCapacity,
  leastRequestLimit,
  meanIntervalS,
  meanSloTokens,
  profileCount,
} from "./profile-set";
import { Score, resultOf } from "./results";
import { ShapeRow, rowAt } from "./rows";

/** The inputs of scores. The core adds what is pending to them. */
@unmanaged
export class Snapshot {
  prefillDemand: f64;
  decodeDemand: f64;
  prefillEngines: f64;
  decodeEngines: f64;
  prefillPressure: f64;
  decodePressure: f64;
  residentPrefillS: f64;
  residentTokens: f64;
  residentRequests: f64;
  activeEngines: f64;
  correction: f64;
  residentsInDomain: f64;
  ttftSloS: f64;
  tpotSloS: f64;
  utilization: f64;
  minInput: f64;
  maxInput: f64;
  minOutput: f64;
  maxOutput: f64;
  pendingWorkS: f64;
  pendingUncovered: f64;
}

const NULL: f64 = -1.0;

function frozen(): Snapshot {
  return changetype<Snapshot>(SNAPSHOT_BASE);
}

/** Adds `shapes` pending shapes, rows of the transfer region, to the snapshot. */
export function freezePending(shapes: i32): void {
  const snapshot = frozen();
  for (let row = 0; row < shapes; row++) freezeShape(snapshot, rowAt<ShapeRow>(row));
}

/** A shape that some profile does not cover adds no work, but makes every split uncovered. */
function freezeShape(snapshot: Snapshot, shape: ShapeRow): void {
  const output = shape.output;
  const context = shape.input + output / 2.0;
  const budgetS = snapshot.tpotSloS / snapshot.correction;
  const seconds = decodeSecondsOfAll(snapshot.tpotSloS, budgetS, context, output, snapshot.correction);
  if (seconds > 0.0 && allCoverPrefill(shape.prefill) && allCoverDecode(1.0, context)) snapshot.pendingWorkS += seconds;
  else snapshot.pendingUncovered = 1.0;
}

/**
 * Scores the split of `prefill` engines from the snapshot, as a Score. Where `hasLeast`, the decode demand of other
 * splits than that of the snapshot is `leastDemand` or more. Returns whether the split has engines of both roles.
 */
export function score(prefill: f64, leastDemand: f64, hasLeast: bool, withResidents: bool): bool {
  const snapshot = frozen();
  const result = resultOf<Score>();
  const decode = snapshot.prefillEngines + snapshot.decodeEngines - prefill;
  if (prefill <= 0.0 || decode <= 0.0) {
    scoreExtreme(result);
    return false;
  }
  let decodeDemand = snapshot.decodeDemand;
  if (hasLeast && prefill != snapshot.prefillEngines) decodeDemand = max<f64>(decodeDemand, leastDemand);
  result.ttft = snapshot.prefillDemand / (prefill * snapshot.utilization);
  result.tpot = decodeDemand / (decode * snapshot.utilization);
  result.queue = withResidents ? snapshot.pendingWorkS / (decode * snapshot.ttftSloS) : 0.0;
  spreadResidents(snapshot, result, decode);
  result.covered = withResidents && !isCovered(snapshot, prefill) ? 0.0 : 1.0;
  result.sloCapacity = sloCapacity(snapshot);
  result.kvCapacity = kvCapacity();
  result.requestLimit = requestLimit(result);
  if (withResidents) addResidents(snapshot, result, prefill, decode);
  if (result.covered == 0.0) result.tpot = Infinity;
  result.objective = max<f64>(max<f64>(result.ttft, result.tpot), result.queue);
  return true;
}

function scoreExtreme(result: Score): void {
  result.ttft = Infinity;
  result.tpot = Infinity;
  result.objective = Infinity;
  result.queue = 0.0;
  result.tokens = 0.0;
  result.sloCapacity = NULL;
  result.kvCapacity = NULL;
  result.requestLimit = NULL;
  result.requests = 0.0;
  result.covered = 1.0;
}

let activeRequests: f64 = 0.0;
let activeTokens: f64 = 0.0;

/** Residents do not migrate: they spread over the decode engines, or over those that hold them now if that is more. */
function spreadResidents(snapshot: Snapshot, result: Score, decode: f64): void {
  const holders = snapshot.activeEngines > 0.0 ? snapshot.activeEngines : snapshot.decodeEngines;
  const engines = max<f64>(decode, holders);
  result.tokens = snapshot.residentTokens / engines;
  result.requests = snapshot.residentRequests / engines;
  const fraction = result.requests > 0.0 && result.requests < 1.0;
  activeRequests = fraction ? 1.0 : result.requests;
  activeTokens = fraction ? result.tokens / result.requests : result.tokens;
}

/** Adds the effect of residents on a split: they are served in the split that they are in. */
function addResidents(snapshot: Snapshot, result: Score, prefill: f64, decode: f64): void {
  const pressed = (snapshot.prefillPressure * snapshot.prefillEngines) / prefill;
  const queued = snapshot.residentPrefillS / (prefill * snapshot.ttftSloS);
  result.ttft = max<f64>(result.ttft, max<f64>(pressed, queued));
  result.tpot = max<f64>(result.tpot, (snapshot.decodePressure * snapshot.decodeEngines) / decode);
  // Without profiles no split is covered, and this value is not used.
  result.tpot = max<f64>(result.tpot, modelledTpot(snapshot));
}

function modelledTpot(snapshot: Snapshot): f64 {
  const interval = meanIntervalS(ceil<f64>(activeTokens), activeRequests) * snapshot.correction;
  const idle = meanIntervalS(0.0, 0.0) * snapshot.correction;
  if (idle >= snapshot.tpotSloS) return interval / snapshot.tpotSloS;
  return max<f64>(0.0, interval - idle) / (snapshot.tpotSloS - idle);
}

function isCovered(snapshot: Snapshot, prefill: f64): bool {
  if (profileCount() == 0 || snapshot.pendingUncovered != 0.0) return false;
  if (prefill > snapshot.prefillEngines && snapshot.residentsInDomain == 0.0) return false;
  if (snapshot.minInput <= snapshot.maxInput) {
    if (!allCoverPrefill(snapshot.maxInput)) return false;
  }
  if (snapshot.minOutput <= snapshot.maxOutput) {
    if (!allCoverOutput(snapshot.minOutput) || !allCoverOutput(snapshot.maxOutput)) return false;
  }
  return allCoverDecode(activeRequests, activeTokens);
}

function sloCapacity(snapshot: Snapshot): f64 {
  if (profileCount() == 0) return NULL;
  return meanSloTokens(snapshot.tpotSloS / snapshot.correction, activeRequests);
}

function kvCapacity(): f64 {
  const least = leastKvCapacity();
  return least == Infinity ? NULL : least;
}

function requestLimit(result: Score): f64 {
  if (profileCount() == 0 || result.requests <= 0.0) return NULL;
  return leastRequestLimit(result.tokens / result.requests);
}
