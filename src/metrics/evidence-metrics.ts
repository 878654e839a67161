import { RISK_KINDS } from "../scoring/evidence";
import { each, gauge, labelled, type Metric } from "./metric";

/** Evidence for a move from decode to prefill. Kinds of risk that are not named count as `other`. */
export function evidenceMetrics(riskKinds: readonly string[]): Metric[] {
  const named = [...new Set<string>([...RISK_KINDS, ...riskKinds])].filter((kind) => kind !== OTHER);
  return [
    gauge(
      "demand_evidence_span_seconds",
      "s",
      "Time for which arrivals are known since the newest risk event.",
      ({ state }) => state.demand_evidence.span_s,
    ),
    gauge(
      "demand_evidence_arrivals",
      "arrivals",
      "Known arrivals since the newest risk event.",
      ({ state }) => state.demand_evidence.arrivals,
    ),
    gauge("demand_evidence_closed", "", "Whether there is enough evidence: 1 or 0.", ({ state }) =>
      Number(state.demand_evidence.closed),
    ),
    gauge(
      "demand_evidence_risk_age_seconds",
      "s",
      "Age of the newest risk event; absent before one.",
      ({ state }) => state.demand_evidence.risk_age_s,
    ),
    gauge(
      "demand_evidence_short_decode_engines",
      "engines",
      "Decode demand of the required span.",
      ({ state }) => state.demand_evidence.short_decode_engines,
    ),
    gauge(
      "demand_evidence_envelope_decode_engines",
      "engines",
      "The larger of the decode demands of the required span and of the window.",
      ({ state }) => state.demand_evidence.envelope_decode_engines,
    ),
    gauge(
      "demand_evidence_trend_ratio",
      "ratio",
      "Decode demand of the required span by that of the window; absent while the latter is 0.",
      ({ state }) => state.demand_evidence.trend_ratio,
    ),
    labelled({
      name: "demand_evidence_refused",
      type: "gauge",
      unit: "",
      help: "What keeps engines in decode now: 1 for that gate, 0 for the others.",
      series: each("gate", ["risk", "evidence", "trend"]),
      read: ({ state }, { gate }) => Number(state.demand_evidence.blocked_gate === gate),
    }),
    labelled({
      name: "demand_evidence_risk_events_total",
      type: "counter",
      unit: "events",
      help: "Risk events by kind; kinds that the exporter was not told of count as other.",
      series: each("kind", [...named, OTHER]),
      read: ({ state }, { kind }) => {
        const events = state.demand_evidence.risk_events;
        return kind === OTHER ? sumWithout(events, named) : (own(events, kind) ?? 0);
      },
    }),
  ];
}

const OTHER = "other";

function sumWithout(counts: Readonly<Record<string, number | null>>, names: readonly string[]): number {
  const others = Object.entries(counts).filter(([name]) => !names.includes(name));
  return others.reduce((sum, [, count]) => sum + (count ?? 0), 0);
}

/** A kind may have any name, those of an object's own methods too. */
function own(counts: Readonly<Record<string, number | null>>, name: string): number | null {
  return Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0;
}
