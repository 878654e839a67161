import type { Accounting } from "../accounting/accounting";
import type { Fleet } from "../fleet";
import { Capacities } from "../policies/capacities";
import { DemandEvidence, type EvidenceReading } from "../scoring/evidence";
import { enginesInScope, type Scope } from "../scoring/freeze-inputs";
import { FleetProfiles } from "../scoring/profile-sets";
import { type Reading, takeReading } from "../scoring/reading";

/** Reads the account and the fleet for a controller, and keeps the last decision's reading. */
export class Readings {
  readonly evidence: DemandEvidence;
  readonly profiles = new FleetProfiles();
  /** Decode demand of the window in the last decision that priced it, in engines; 0 before one. */
  longDecodeEngines = 0;
  readonly #accounting: Accounting;
  readonly #fleet: Fleet;
  readonly #scope: Scope;
  #last: Reading | null = null;

  constructor(accounting: Accounting, fleet: Fleet, scope: Scope) {
    this.evidence = new DemandEvidence(accounting.config, accounting);
    this.#accounting = accounting;
    this.#fleet = fleet;
    this.#scope = scope;
  }

  /** Reading of the last decision that priced demand, null before one in this process. */
  get last(): Reading | null {
    return this.#last;
  }

  /** Reads what a decision would be made from now; it counts for nothing. */
  read(nowS: number): Reading {
    return takeReading(this.#accounting, this.#fleet, this.profiles, this.evidence, nowS, this.#scope);
  }

  /** Reads what a decision is made from now. */
  readForDecision(nowS: number): Reading {
    const reading = this.read(nowS);
    this.#last = reading;
    this.longDecodeEngines = reading.demand.decodeDemand;
    return reading;
  }

  /**
   * The evidence outside a decision (section 9): the short horizon priced afresh, the long one as the last decision
   * that priced demand had it, 0 before one.
   */
  readEvidence(nowS: number): EvidenceReading {
    this.#accounting.learn(nowS);
    const profiles = this.profiles.existing(enginesInScope(this.#fleet, this.#scope));
    const { evidenceSpanS } = this.#accounting.config;
    const short = this.#accounting.priceDecode(nowS, evidenceSpanS, profiles, this.#fleet.decodeCorrection());
    return this.evidence.read(nowS, { short, long: this.longDecodeEngines });
  }

  /** Capacity of the engines of each split now. */
  capacities(): Capacities {
    return new Capacities(enginesInScope(this.#fleet, this.#scope), this.#accounting.offeredWork);
  }

  /** Goes on from another controller: no decision has read anything in this process. */
  importLong(longDecodeEngines: number): void {
    this.#last = null;
    this.longDecodeEngines = longDecodeEngines;
  }
}
