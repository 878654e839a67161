import type { Accounting } from "../accounting/accounting";
import type { Demand } from "../accounting/demand";
import type { Fleet } from "../fleet";
import type { DemandEvidence, EvidenceReading } from "./evidence";
import { enginesInScope, freezeInputs, type Scope } from "./freeze-inputs";
import type { FleetProfiles } from "./profile-sets";
import type { ScoringInputs } from "./scoring-inputs";

/** Inputs of a decision, read once. */
export interface Reading {
  readonly snapshot: ScoringInputs;
  /** Demand of the window under the profiles that exist: what a record shows. */
  readonly demand: Demand;
  readonly evidence: EvidenceReading;
}

/** Reads accounts and fleet for a decision: output lengths and correction are learned once, for both horizons. */
export function takeReading(
  accounting: Accounting,
  fleet: Fleet,
  profiles: FleetProfiles,
  evidence: DemandEvidence,
  nowS: number,
  scope: Scope,
): Reading {
  const { windowS, evidenceSpanS } = accounting.config;
  const engines = enginesInScope(fleet, scope);
  accounting.learn(nowS);
  const existing = profiles.existing(engines);
  const correction = fleet.decodeCorrection();
  const demand = accounting.price(nowS, windowS, existing, correction);
  const short = accounting.priceDecode(nowS, evidenceSpanS, existing, correction);
  const all = profiles.all(engines);
  return {
    snapshot: freezeInputs(accounting, fleet, all, nowS, scope, all === existing ? demand : null),
    demand,
    evidence: evidence.read(nowS, { short, long: demand.decodeDemand }),
  };
}
