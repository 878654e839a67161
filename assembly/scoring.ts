/** Decision snapshot and split scores (semantics, section 8). Whatever happens later, a frozen snapshot scores alike. */
import { IO_BASE, SCORE_BASE, SCORE_BYTES, SHAPE_FIELDS, SNAPSHOT_BASE, SNAPSHOT_BYTES } from "./layout";
import {
  Profile,
  coversDecode,
  coversOutput,
  coversPrefill,
  decodeRequestLimit,
  decodeRps,
  intervalS,
  profileAt,
  profileCount,
  sloTokens,
  totalWeight,
} from "./profiles";
import { cutIn, firstIndex, isCell, within } from "./queries";
import { indexOf } from "./ring";
import { Window, bucketOf, cellAt, prune } from "./window";

@unmanaged
class Snapshot {
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
  pendingTokens: f64;
  pendingRequests: f64;
  pendingUncovered: f64;
}

@unmanaged
class Score {
  ttft: f64;
  tpot: f64;
  objective: f64;
  queue: f64;
  tokens: f64;
  sloCapacity: f64;
  kvCapacity: f64;
  requestLimit: f64;
  requests: f64;
  pendingRequests: f64;
  pendingTokens: f64;
  covered: f64;
  correction: f64;
}

const NULL: f64 = -1.0;

function frozen(): Snapshot {
  return changetype<Snapshot>(SNAPSHOT_BASE);
}

let largest: f64 = 0.0;

/**
 * The least input of a window's cells since the cut, or (`inputs` false) the least requested output > 0; Infinity if
 * there is none. Coverage by a profile asks no more of the offered lengths than their least and largest.
 */
export function leastOffered(window: Window, sinceS: f64, nowS: f64, inputs: bool): f64 {
  prune(window, nowS);
  let least = Infinity;
  largest = -Infinity;
  const cutIndex = indexOf(sinceS, window.bucketS);
  for (let index = firstIndex(window, sinceS); index <= window.head; index++) {
    const bucket = bucketOf(window, index);
    if (bucket === null) continue;
    const cut = cutIn(index, cutIndex, sinceS);
    for (let number = 0; number <= window.maxShapes; number++) {
      if (!isCell(window, bucket, number)) continue;
      const cell = cellAt(window, bucket, number);
      if (!within(cell, cut) || (!inputs && cell.b == 0)) continue;
      const tokens = <f64>(inputs ? cell.a : cell.b);
      least = min<f64>(least, tokens);
      largest = max<f64>(largest, tokens);
    }
  }
  return least;
}

/** The largest of the last `leastOffered`, -Infinity if there was none. */
export function largestOffered(): f64 {
  return largest;
}

/** Adds `shapes` pending shapes (input, expected output, prefill work) of the transfer region to the snapshot. */
export function freezePending(shapes: i32): void {
  if (offsetof<Snapshot>() != SNAPSHOT_BYTES) ERROR("Snapshot drifted from layout.ts");
  const snapshot = frozen();
  for (let i = 0; i < shapes; i++) {
    const at = <usize>(IO_BASE + i * SHAPE_FIELDS * 8);
    freezeShape(snapshot, load<f64>(at), load<f64>(at + 8), load<f64>(at + 16));
  }
}

/** A shape that some profile does not cover adds no work, but makes every split uncovered. */
function freezeShape(snapshot: Snapshot, input: f64, output: f64, prefill: f64): void {
  const context = input + output / 2.0;
  snapshot.pendingRequests += 1.0;
  snapshot.pendingTokens += context;
  let sum = 0.0;
  for (let i = 0; i < profileCount(); i++) {
    const profile = profileAt(i);
    const capacity = decodeRps(profile, snapshot.tpotSloS, context, output, snapshot.correction);
    if (capacity <= 0.0 || !coversPrefill(profile, prefill) || !coversDecode(profile, 1.0, context)) {
      snapshot.pendingUncovered = 1.0;
      return;
    }
    sum += profile.weight * capacity;
  }
  if (sum > 0.0) snapshot.pendingWorkS += totalWeight() / sum;
}

/** Scores the split of `prefill` engines from the snapshot; the result is in the score region. */
export function score(prefill: f64, atLeast: f64, hasOverride: bool, withResidents: bool): void {
  if (offsetof<Score>() != SCORE_BYTES) ERROR("Score drifted from layout.ts");
  const snapshot = frozen();
  const result = changetype<Score>(SCORE_BASE);
  const decode = snapshot.prefillEngines + snapshot.decodeEngines - prefill;
  if (prefill <= 0.0 || decode <= 0.0) {
    scoreExtreme(result);
    return;
  }
  let decodeDemand = snapshot.decodeDemand;
  if (hasOverride && prefill != snapshot.prefillEngines) decodeDemand = max<f64>(decodeDemand, atLeast);
  result.ttft = snapshot.prefillDemand / (prefill * snapshot.utilization);
  result.tpot = decodeDemand / (decode * snapshot.utilization);
  result.queue = withResidents ? snapshot.pendingWorkS / (decode * snapshot.ttftSloS) : 0.0;
  result.pendingRequests = snapshot.pendingRequests;
  result.pendingTokens = snapshot.pendingTokens;
  result.correction = snapshot.correction;
  spreadResidents(snapshot, result, decode);
  result.covered = withResidents && !isCovered(snapshot, prefill) ? 0.0 : 1.0;
  result.sloCapacity = meanSloTokens(snapshot);
  result.kvCapacity = leastKvCapacity();
  result.requestLimit = leastRequestLimit(result);
  if (withResidents) addResidents(snapshot, result, prefill, decode);
  if (result.covered == 0.0) result.tpot = Infinity;
  result.objective = max<f64>(max<f64>(result.ttft, result.tpot), result.queue);
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
  result.pendingRequests = 0.0;
  result.pendingTokens = 0.0;
  result.covered = 1.0;
  result.correction = 1.0;
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

/** What the residents do to the ratios of a split: they are served in the split that they are in. */
function addResidents(snapshot: Snapshot, result: Score, prefill: f64, decode: f64): void {
  const pressed = (snapshot.prefillPressure * snapshot.prefillEngines) / prefill;
  const queued = snapshot.residentPrefillS / (prefill * snapshot.ttftSloS);
  result.ttft = max<f64>(result.ttft, max<f64>(pressed, queued));
  result.tpot = max<f64>(result.tpot, (snapshot.decodePressure * snapshot.decodeEngines) / decode);
  if (profileCount() > 0) result.tpot = max<f64>(result.tpot, modelledTpot(snapshot));
}

function modelledTpot(snapshot: Snapshot): f64 {
  let interval = 0.0;
  let idle = 0.0;
  for (let i = 0; i < profileCount(); i++) {
    const profile = profileAt(i);
    interval += profile.weight * intervalS(profile, ceil<f64>(activeTokens), activeRequests);
    idle += profile.weight * intervalS(profile, 0.0, 0.0);
  }
  interval = (interval / totalWeight()) * snapshot.correction;
  idle = (idle / totalWeight()) * snapshot.correction;
  if (idle >= snapshot.tpotSloS) return interval / snapshot.tpotSloS;
  return max<f64>(0.0, interval - idle) / (snapshot.tpotSloS - idle);
}

function isCovered(snapshot: Snapshot, prefill: f64): bool {
  if (profileCount() == 0 || snapshot.pendingUncovered != 0.0) return false;
  if (prefill > snapshot.prefillEngines && snapshot.residentsInDomain == 0.0) return false;
  for (let i = 0; i < profileCount(); i++) {
    if (!coversOffered(snapshot, profileAt(i))) return false;
  }
  return true;
}

function coversOffered(snapshot: Snapshot, profile: Profile): bool {
  if (snapshot.minInput <= snapshot.maxInput) {
    if (!coversPrefill(profile, snapshot.minInput) || !coversPrefill(profile, snapshot.maxInput)) return false;
  }
  if (snapshot.minOutput <= snapshot.maxOutput) {
    if (!coversOutput(profile, snapshot.minOutput) || !coversOutput(profile, snapshot.maxOutput)) return false;
  }
  return coversDecode(profile, activeRequests, activeTokens);
}

function meanSloTokens(snapshot: Snapshot): f64 {
  if (profileCount() == 0) return NULL;
  let tokens = 0.0;
  for (let i = 0; i < profileCount(); i++) {
    const profile = profileAt(i);
    tokens += profile.weight * sloTokens(profile, snapshot.tpotSloS / snapshot.correction, activeRequests);
  }
  return tokens == Infinity ? NULL : tokens / totalWeight();
}

function leastKvCapacity(): f64 {
  let least = Infinity;
  for (let i = 0; i < profileCount(); i++) {
    const capacity = profileAt(i).kvCapacity;
    if (capacity == Infinity) return NULL;
    least = min<f64>(least, capacity);
  }
  return least == Infinity ? NULL : least;
}

function leastRequestLimit(result: Score): f64 {
  if (profileCount() == 0 || result.requests <= 0.0) return NULL;
  let least = Infinity;
  for (let i = 0; i < profileCount(); i++) {
    least = min<f64>(least, decodeRequestLimit(profileAt(i), result.tokens / result.requests));
  }
  return least;
}
