import type { Accounting } from "../accounting/accounting";
import type { Config } from "../config";
import type { DecisionEvidence, EvidenceGate } from "../decision/decision";

/** Kinds of risk events that are counted from the start; a router may name others. */
export const RISK_KINDS = ["first_token_timeout", "p_to_d_recovery"] as const;

/** Decode demand over the short and the long horizon, in engines. */
export interface DecodeTrend {
  readonly short: number;
  readonly long: number;
}

/** The evidence of one moment. */
export interface EvidenceReading {
  readonly spanS: number;
  readonly arrivals: number;
  readonly closed: boolean;
  readonly riskKind: string | null;
  readonly riskAgeS: number | null;
  readonly shortDecodeEngines: number;
  readonly longDecodeEngines: number;
  /** short / long, null if long is 0. */
  readonly trendRatio: number | null;
  /** The larger of both. */
  readonly envelopeDecodeEngines: number;
  /** Gates that can keep engines in decode; only `none` lets one go. */
  readonly blockedGate: EvidenceGate;
}

/** State of the evidence for a handoff, besides the arrivals. */
export interface EvidenceState {
  readonly riskEvents: ReadonlyMap<string, number>;
  /** The newest risk event; null: there was none. */
  readonly newestRisk: { readonly kind: string; readonly atS: number } | null;
}

/** The most kinds of risk events that are counted apart; further ones count as `other`. */
const MAX_KINDS = 32;

/**
 * Evidence that decode can spare an engine (semantics, section 9): what is known of recent arrivals since the newest
 * risk event, and whether decode demand rises.
 */
export class DemandEvidence {
  readonly #config: Config;
  readonly #accounting: Accounting;
  readonly #events = new Map<string, number>(RISK_KINDS.map((kind) => [kind, 0]));
  #riskKind: string | null = null;
  #riskS = Number.NEGATIVE_INFINITY;

  constructor(config: Config, accounting: Accounting) {
    this.#config = config;
    this.#accounting = accounting;
  }

  /** Risk events by kind. */
  get riskEvents(): ReadonlyMap<string, number> {
    return this.#events;
  }

  /** A risk event restarts the evidence; one that is older than the newest only counts. */
  recordRisk(kind: string, atS: number): void {
    const counted = this.#events.has(kind) || this.#events.size < MAX_KINDS ? kind : "other";
    this.#events.set(counted, (this.#events.get(counted) ?? 0) + 1);
    if (atS < this.#riskS) return;
    this.#riskS = atS;
    this.#riskKind = counted;
  }

  /** Reads the evidence now. */
  read(nowS: number, { short, long }: DecodeTrend): EvidenceReading {
    const { evidenceMaxSpanS } = this.#config;
    const { count, oldestS } = this.#accounting.arrivalEvidence(Math.max(nowS - evidenceMaxSpanS, this.#riskS), nowS);
    const spanS = oldestS === null ? 0 : Math.max(0, nowS - oldestS);
    const riskAgeS = this.#riskKind === null ? null : nowS - this.#riskS;
    const closed = this.#closed(spanS, count, oldestS !== null, riskAgeS);
    return {
      spanS,
      arrivals: count,
      closed,
      riskKind: this.#riskKind,
      riskAgeS,
      shortDecodeEngines: short,
      longDecodeEngines: long,
      trendRatio: long > 0 ? short / long : null,
      envelopeDecodeEngines: Math.max(short, long),
      blockedGate: closed ? this.#trendGate(nowS, short, long) : riskAgeS === null ? "evidence" : "risk",
    };
  }

  /** @internal All that it needs to go on elsewhere. */
  exportState(): EvidenceState {
    const newestRisk = this.#riskKind === null ? null : { kind: this.#riskKind, atS: this.#riskS };
    return { riskEvents: this.#events, newestRisk };
  }

  /** @internal Goes on from another controller's evidence. */
  importState({ riskEvents, newestRisk }: EvidenceState): void {
    this.#events.clear();
    for (const kind of RISK_KINDS) this.#events.set(kind, 0);
    for (const [kind, count] of riskEvents) this.#events.set(kind, count);
    this.#riskKind = newestRisk?.kind ?? null;
    this.#riskS = newestRisk?.atS ?? Number.NEGATIVE_INFINITY;
  }

  #closed(spanS: number, arrivals: number, any: boolean, riskAgeS: number | null): boolean {
    const { evidenceSpanS, evidenceMinArrivals, evidenceMaxSpanS } = this.#config;
    if (spanS >= evidenceSpanS && arrivals >= evidenceMinArrivals) return true;
    if (any && spanS >= evidenceMaxSpanS) return true;
    return riskAgeS !== null && riskAgeS >= evidenceMaxSpanS;
  }

  #trendGate(nowS: number, short: number, long: number): EvidenceGate {
    const { evidenceSpanS, evidenceMinArrivals, demandRiseTolerance } = this.#config;
    const rises = short > long * (1 + demandRiseTolerance);
    if (!rises) return "none";
    const recent = this.#accounting.arrivalEvidence(nowS - evidenceSpanS, nowS);
    return recent.count < evidenceMinArrivals ? "none" : "trend";
  }
}

/** The evidence as the fields of a record. */
export function evidenceFacts(reading: EvidenceReading, config: Config): DecisionEvidence {
  return {
    evidenceSpanS: reading.spanS,
    evidenceArrivals: reading.arrivals,
    evidenceRequiredSpanS: config.evidenceSpanS,
    evidenceRequiredArrivals: config.evidenceMinArrivals,
    evidenceMaxSpanS: config.evidenceMaxSpanS,
    evidenceClosed: reading.closed,
    riskKind: reading.riskKind,
    riskAgeS: reading.riskAgeS,
    evidenceShortDecodeEngines: reading.shortDecodeEngines,
    evidenceLongDecodeEngines: reading.longDecodeEngines,
    evidenceTrendRatio: reading.trendRatio,
    evidenceEnvelopeDecodeEngines: reading.envelopeDecodeEngines,
    evidenceBlockedGate: reading.blockedGate,
  };
}
