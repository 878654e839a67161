import { EVIDENCE } from "../decision/fact-table";
import { EVIDENCE_GATES } from "../decision/vocabulary";
import { snakeCase } from "../schema";
import { RISK_KINDS } from "../scoring/evidence";
import { each, gauge, labelled, type Metric, type MetricsReading } from "./metric";

/** Evidence for a move from decode to prefill. Kinds of risk that are not named count as `other`. */
export function evidenceMetrics(riskKinds: readonly string[]): Metric[] {
  const named = [...new Set<string>([...RISK_KINDS, ...riskKinds])].filter((kind) => kind !== OTHER);
  return [
    fact("evidenceSpanS", "Time for which arrivals are known since the newest risk event.", ({ span_s }) => span_s),
    fact("evidenceArrivals", "Known arrivals since the newest risk event.", ({ arrivals }) => arrivals),
    fact("evidenceClosed", "Whether there is enough evidence: 1 or 0.", ({ closed }) => Number(closed)),
    fact("riskAgeS", "Age of the newest risk event; absent before one.", ({ risk_age_s }) => risk_age_s),
    fact(
      "evidenceShortDecodeEngines",
      "Decode demand of the required span.",
      ({ short_decode_engines }) => short_decode_engines,
    ),
    fact(
      "evidenceEnvelopeDecodeEngines",
      "The larger of the decode demands of the required span and of the window.",
      ({ envelope_decode_engines }) => envelope_decode_engines,
    ),
    fact(
      "evidenceTrendRatio",
      "Decode demand of the required span by that of the window; absent while the latter is 0.",
      ({ trend_ratio }) => trend_ratio,
    ),
    labelled({
      name: "demand_evidence_refused",
      type: "gauge",
      unit: "",
      help: "What keeps engines in decode now: 1 for that gate, 0 for the others.",
      series: each(
        "gate",
        EVIDENCE_GATES.filter((gate) => gate !== "none"),
      ),
      read: ({ state }, { gate }) => Number(state.demand_evidence.blocked_gate === gate),
    }),
    labelled({
      name: "demand_evidence_risk_events_total",
      type: "counter",
      unit: "events",
      help: "Risk events by kind; kinds that the exporter does not know count as other.",
      series: each("kind", [...named, OTHER]),
      read: ({ state }, { kind }) => {
        const events = state.demand_evidence.risk_events;
        return kind === OTHER ? sumWithout(events, named) : (own(events, kind) ?? 0);
      },
    }),
  ];
}

const OTHER = "other";

/** A fact of a decision, read at any moment: `evidenceSpanS` is `demand_evidence_span_seconds`. */
function fact(
  name: keyof typeof EVIDENCE,
  help: string,
  read: (evidence: MetricsReading["state"]["demand_evidence"]) => number | null,
): Metric {
  const [, unit] = EVIDENCE[name];
  const field = snakeCase(name)
    .replace(/^evidence_/, "")
    .replace(/_s$/, "_seconds");
  return gauge(`demand_evidence_${field}`, unit, help, ({ state }) => read(state.demand_evidence));
}

function sumWithout(counts: Readonly<Record<string, number | null>>, names: readonly string[]): number {
  const others = Object.entries(counts).filter(([name]) => !names.includes(name));
  return others.reduce((sum, [, count]) => sum + (count ?? 0), 0);
}

/** A kind may have any name, those of an object's own methods too. */
function own(counts: Readonly<Record<string, number | null>>, name: string): number | null {
  return Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0;
}
