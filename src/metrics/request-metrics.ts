import { TERMINAL_KINDS } from "../accounting/outcome";
import { ANOMALY_KINDS } from "../pool/anomalies";
import { counter, each, gauge, labelled, type Metric } from "./metric";

const SLOS = ["ttft", "tpot", "both"] as const;

/** Requests, offers and attainment. */
export const REQUEST_METRICS: readonly Metric[] = [
  gauge(
    "attainment_evidence_covered_seconds",
    "s",
    "From the oldest outcome that is kept until now.",
    ({ state }) => state.attainment.covered_s,
  ),
  gauge(
    "attainment_evidence_outcomes",
    "requests",
    "Outcomes that are kept.",
    ({ state }) => state.attainment.outcomes,
  ),
  gauge(
    "attainment_evidence_buckets",
    "buckets",
    "Buckets of outcomes that are kept.",
    ({ state }) => state.attainment.buckets,
  ),
  labelled({
    name: "attainment_evidence_pruned_total",
    type: "counter",
    unit: "",
    help: "Buckets and outcomes that are kept no longer, late outcomes included.",
    series: each("kind", ["buckets", "outcomes"]),
    read: ({ state }, { kind }) => state.attainment[kind === "buckets" ? "pruned_buckets" : "pruned_outcomes"],
  }),
  labelled({
    name: "attainment_requests",
    type: "gauge",
    unit: "requests",
    help: "Outcomes that are kept, by whether they met an SLO.",
    series: SLOS.flatMap((slo) => (["met", "missed"] as const).map((result) => ({ slo, result }) as const)),
    read: ({ state }, { slo, result }) => {
      const met = state.attainment[`${slo}_met`] ?? 0;
      return result === "met" ? met : (state.attainment.outcomes ?? 0) - met;
    },
  }),
  labelled({
    name: "attainment_ratio",
    type: "gauge",
    unit: "ratio",
    help: "Share of the outcomes that are kept that met an SLO; absent if there are none.",
    series: each("slo", SLOS),
    read: ({ state }, { slo }) => state.attainment[`${slo}_ratio`],
  }),
  counter("requests_opened_total", "requests", "Requests opened.", ({ state }) => state.requests.opened),
  labelled({
    name: "requests_ended_total",
    type: "counter",
    unit: "requests",
    help: "Requests that ended, by how.",
    series: each("kind", TERMINAL_KINDS),
    read: ({ state }, { kind }) => state.requests[kind],
  }),
  labelled({
    name: "requests_in_flight",
    type: "gauge",
    unit: "requests",
    help: "Requests that have not ended, by whether their size is known.",
    series: each("state", ["pending", "open"]),
    read: ({ state }, labels) => state.requests[labels.state],
  }),
  gauge("requests_waiting", "requests", "Requests that wait for an engine.", ({ state }) => state.fleet.waiting),
  labelled({
    name: "offers_total",
    type: "counter",
    unit: "offers",
    help: "Offers that are no longer pending, by what they came to.",
    series: each("result", ["sized", "lost", "invalid_unsized"]),
    read: ({ state }, { result }) => state.offers[result],
  }),
  counter("offers_timed_out_total", "offers", "Lost offers whose size took too long.", ({ state }) => {
    return state.offers.timed_out;
  }),
  counter("offers_late_total", "offers", "Offers that came to be known after their window.", ({ state }) => {
    return state.offers.late;
  }),
  labelled({
    name: "anomalies_total",
    type: "counter",
    unit: "calls",
    help: "Calls that the state of their request did not allow, by kind.",
    series: each("kind", ANOMALY_KINDS),
    read: ({ state }, { kind }) => state.anomalies[kind],
  }),
];
