import type { DecodeTrend, EvidenceReading } from "../../src/scoring/evidence";
import type { NaiveAccount } from "./naive-account";

/** A risk event. */
export interface NaiveRisk {
  readonly kind: string;
  readonly atS: number;
}

/** Semantics, section 9, word for word. */
export function naiveEvidence(
  account: NaiveAccount,
  risks: readonly NaiveRisk[],
  { short, long }: DecodeTrend,
): EvidenceReading {
  const { evidenceSpanS, evidenceMaxSpanS, evidenceMinArrivals, demandRiseTolerance } = account.config;
  const nowS = account.clock.now();
  const riskS = Math.max(...risks.map(({ atS }) => atS));
  const risk = risks.filter(({ atS }) => atS === riskS).at(-1);
  const { count, oldestS } = account.arrivals.evidence(Math.max(nowS - evidenceMaxSpanS, riskS));
  const spanS = oldestS === null || oldestS > nowS ? 0 : nowS - oldestS;
  const riskAgeS = risk ? nowS - risk.atS : null;
  const isClosed =
    (spanS >= evidenceSpanS && count >= evidenceMinArrivals) ||
    (oldestS !== null && spanS >= evidenceMaxSpanS) ||
    (riskAgeS !== null && riskAgeS >= evidenceMaxSpanS);
  const isRecent = account.arrivals.evidence(nowS - evidenceSpanS).count >= evidenceMinArrivals;
  const rises = long > 0 ? short > long * (1 + demandRiseTolerance) : short > 0;
  const open = risk ? "risk" : "evidence";
  const trend = isRecent && rises ? "trend" : "none";
  return {
    spanS,
    arrivals: count,
    closed: isClosed,
    riskKind: risk?.kind ?? null,
    riskAgeS,
    shortDecodeEngines: short,
    longDecodeEngines: long,
    trendRatio: long > 0 ? short / long : null,
    envelopeDecodeEngines: Math.max(short, long),
    blockedGate: isClosed ? trend : open,
  };
}
