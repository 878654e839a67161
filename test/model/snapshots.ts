import fc from "fast-check";
import type { EngineProfile, ScoringInputs } from "../../src/index";
import { ProfileSet } from "../../src/parts";
import { anyProfile, engineProfile } from "../accounting/profiles";

/** Two prefill and two decode engines of one kind, nothing to do. */
export function snapshotOf(fields: Partial<ScoringInputs> = {}): ScoringInputs {
  return {
    atS: 0,
    demand: demandWith(0, 0),
    profiles: new ProfileSet(new Array<EngineProfile>(4).fill(engineProfile())),
    profilesComplete: true,
    prefillEngines: 2,
    decodeEngines: 2,
    prefillPressure: 0,
    decodePressure: 0,
    residentPrefillS: 0,
    queuedPrefillS: 0,
    residentDecodeTokens: 0,
    residentDecodeRequests: 0,
    activeDecodeEngines: 0,
    decodeCorrection: 1,
    residentsInDomain: true,
    pendingShapes: [],
    offeredInputs: null,
    offeredOutputs: null,
    ttftSloS: 1,
    tpotSloS: 0.05,
    utilization: 0.5,
    ...fields,
  };
}

export function demandWith(prefillDemand: number, decodeDemand: number): ScoringInputs["demand"] {
  return {
    prefillDemand,
    decodeDemand,
    residentEngines: 0,
    expectedEngines: decodeDemand,
    arrivals: 0,
    outputObservations: 0,
    complete: true,
    gaps: [],
  };
}

const ratio = fc.constantFrom(0, 0.3, 0.9, 1, 2.7);
const engines = fc.integer({ min: 0, max: 6 });
const range = (lengths: fc.Arbitrary<number>) =>
  fc.option(fc.tuple(lengths, lengths).map(([x, y]) => [Math.min(x, y), Math.max(x, y)] as const));
const input = fc.constantFrom(1, 60, 500, 1024, 6000, 19_000);
const output = fc.constantFrom(0, 1, 7.5, 90, 512, 4096);

/** A snapshot and the profile of each of its engines. The TPOT limit equals no sum of the profiles' round numbers. */
export const anySnapshot: fc.Arbitrary<{ snapshot: ScoringInputs; profiles: EngineProfile[] }> = fc
  .record({
    profiles: fc.array(fc.tuple(anyProfile, fc.integer({ min: 1, max: 3 })), { maxLength: 3 }),
    demand: fc.tuple(ratio, ratio),
    fields: fc.record({
      prefillEngines: engines,
      decodeEngines: engines,
      prefillPressure: ratio,
      decodePressure: ratio,
      residentPrefillS: ratio,
      residentDecodeTokens: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 500_000 })),
      residentDecodeRequests: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 300 })),
      activeDecodeEngines: engines,
      decodeCorrection: fc.constantFrom(0.5, 0.77, 1, 1.31, 2),
      residentsInDomain: fc.boolean(),
      pendingShapes: fc.array(fc.tuple(input, output, input), { maxLength: 4 }),
      offeredInputs: range(input),
      offeredOutputs: range(output),
      ttftSloS: fc.constantFrom(0.4, 1, 3),
      tpotSloS: fc.constantFrom(0.0201234, 0.0501234, 0.2001234),
      utilization: fc.constantFrom(0.5, 0.8, 1),
    }),
  })
  .map(({ profiles: kinds, demand, fields }) => {
    const profiles = kinds.flatMap(([profile, twins]) => new Array<EngineProfile>(twins).fill(profile));
    const set = new ProfileSet(profiles);
    return { profiles, snapshot: snapshotOf({ ...fields, demand: demandWith(...demand), profiles: set }) };
  });
