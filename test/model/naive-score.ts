import type { EngineProfile, ScoreOptions, ScoringInputs, SplitScore } from "../../src/index";
import {
  coversDecode,
  coversOutput,
  coversPrefill,
  decodeRequestLimit,
  decodeRps,
  maxTokens,
  mean,
  tokenInterval,
} from "./naive-profile";

/** The split scores of semantics, section 8, word for word. `profiles` holds one for each engine. */
export function naiveScore(
  s: ScoringInputs,
  profiles: readonly EngineProfile[],
  p: number,
  { decodeOverride = null, includeResident = true }: ScoreOptions = {},
): SplitScore {
  const d = s.prefillEngines + s.decodeEngines - p;
  if (p <= 0 || d <= 0) return { prefill: p, decode: d, ...EXTREME };
  const has = profiles.length > 0;
  const every = (holds: (profile: EngineProfile) => boolean) => profiles.every(holds);

  const engines = Math.max(d, s.activeDecodeEngines > 0 ? s.activeDecodeEngines : s.decodeEngines);
  const tokens = s.residentDecodeTokens / engines;
  const requests = s.residentDecodeRequests / engines;
  const isFraction = requests > 0 && requests < 1;
  const active = isFraction ? { requests: 1, tokens: tokens / requests } : { requests, tokens };

  const shapes = s.pendingShapes.map((shape) => pendingShape(s, profiles, shape));
  const pendingWorkS = sum(shapes.map((shape) => shape.workS));
  const covered =
    !includeResident ||
    (has &&
      shapes.every((shape) => shape.covered) &&
      every((profile) => (s.offeredInputs ?? []).every((input) => coversPrefill(profile, input))) &&
      every((profile) => (s.offeredOutputs ?? []).every((output) => coversOutput(profile, output))) &&
      every((profile) => coversDecode(profile, active.requests, active.tokens)) &&
      (p <= s.prefillEngines || s.residentsInDomain));

  const decodeDemand =
    decodeOverride === null || p === s.prefillEngines
      ? s.demand.decodeDemand
      : Math.max(s.demand.decodeDemand, decodeOverride);
  const ttftRatios = [s.demand.prefillDemand / (p * s.utilization)];
  const tpotRatios = [decodeDemand / (d * s.utilization)];
  if (includeResident) {
    ttftRatios.push((s.prefillPressure * s.prefillEngines) / p, s.residentPrefillS / (p * s.ttftSloS));
    tpotRatios.push((s.decodePressure * s.decodeEngines) / d);
    if (has) tpotRatios.push(modelledTpot(s, profiles, active));
  }
  if (!covered) tpotRatios.push(Number.POSITIVE_INFINITY);
  const ttftRatio = Math.max(...ttftRatios);
  const tpotRatio = Math.max(...tpotRatios);
  const decodeQueueRatio = includeResident ? pendingWorkS / (d * s.ttftSloS) : 0;
  const sloTokens = mean(
    profiles.map((profile) => maxTokens(profile, s.tpotSloS / s.decodeCorrection, active.requests)),
  );
  const kvCapacities = profiles.flatMap((profile) => profile.kvCapacityTokens ?? []);
  return {
    prefill: p,
    decode: d,
    ttftRatio,
    tpotRatio,
    objective: Math.max(ttftRatio, tpotRatio, decodeQueueRatio),
    decodeQueueRatio,
    decodeTokensPerEngine: tokens,
    decodeSloCapacityTokens: has && sloTokens < Number.POSITIVE_INFINITY ? sloTokens : null,
    decodeKvCapacityTokens: has && kvCapacities.length === profiles.length ? Math.min(...kvCapacities) : null,
    decodeRequestLimit:
      has && requests > 0
        ? Math.min(...profiles.map((profile) => decodeRequestLimit(profile, tokens / requests)))
        : null,
    decodeRequestsPerEngine: requests,
    pendingDecodeRequests: shapes.length,
    pendingDecodeTokens: sum(shapes.map((shape) => shape.context)),
    decodeProfileCovered: covered,
    decodeCorrection: s.decodeCorrection,
  };
}

const EXTREME = {
  ttftRatio: Number.POSITIVE_INFINITY,
  tpotRatio: Number.POSITIVE_INFINITY,
  objective: Number.POSITIVE_INFINITY,
  decodeQueueRatio: 0,
  decodeTokensPerEngine: 0,
  decodeSloCapacityTokens: null,
  decodeKvCapacityTokens: null,
  decodeRequestLimit: null,
  decodeRequestsPerEngine: 0,
  pendingDecodeRequests: 0,
  pendingDecodeTokens: 0,
  decodeProfileCovered: true,
  decodeCorrection: 1,
};

/** A shape that is not covered adds nothing to the pending work (as the recorded vectors show). */
function pendingShape(
  s: ScoringInputs,
  profiles: readonly EngineProfile[],
  [input, output, prefill]: ScoringInputs["pendingShapes"][number],
) {
  const context = input + output / 2;
  const capacities = profiles.map((profile) => decodeRps(profile, s.tpotSloS, context, output, s.decodeCorrection));
  const covered = profiles.every(
    (profile, i) =>
      (capacities[i] as number) > 0 && coversPrefill(profile, prefill) && coversDecode(profile, 1, context),
  );
  return { context, covered, workS: covered && profiles.length > 0 ? profiles.length / sum(capacities) : 0 };
}

function modelledTpot(
  s: ScoringInputs,
  profiles: readonly EngineProfile[],
  active: { readonly requests: number; readonly tokens: number },
): number {
  const stepS = (tokens: number, requests: number) =>
    mean(profiles.map((profile) => tokenInterval(profile, tokens, requests))) * s.decodeCorrection;
  const intervalS = stepS(Math.ceil(active.tokens), active.requests);
  const floorS = stepS(0, 0);
  if (floorS >= s.tpotSloS) return intervalS / s.tpotSloS;
  return Math.max(0, intervalS - floorS) / (s.tpotSloS - floorS);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
