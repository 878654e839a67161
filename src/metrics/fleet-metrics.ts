import { ROLES } from "../roles";
import { each, gauge, labelled, type Metric } from "./metric";

/** Loads, engines, and the pool itself. */
export const FLEET_METRICS: readonly Metric[] = [
  labelled({
    name: "pool_load",
    type: "gauge",
    unit: "ratio",
    help: "Load of each role; 1 is the limit that the SLO sets. Absent where no load is possible.",
    series: each("role", ROLES),
    read: ({ state }, { role }) => state.loads[role],
  }),
  labelled({
    name: "engines",
    type: "gauge",
    unit: "engines",
    help: "Engines by role and by whether they can take work.",
    series: ROLES.flatMap((role) => (["true", "false"] as const).map((available) => ({ role, available }) as const)),
    read: ({ state }, { role, available }) =>
      state.fleet.engines.filter((engine) => engine.role === role && String(engine.available) === available).length,
  }),
  labelled({
    name: "engine_requests",
    type: "gauge",
    unit: "requests",
    help: "Requests that are resident on engines, by phase.",
    series: each("phase", ROLES),
    read: ({ state }, { phase }) =>
      state.fleet.engines.reduce((sum, engine) => sum + (engine[`${phase}_requests`] ?? 0), 0),
  }),
  gauge("engine_decode_tokens", "tokens", "KV tokens of the requests in decode.", ({ state }) =>
    state.fleet.engines.reduce((sum, engine) => sum + (engine.decode_tokens ?? 0), 0),
  ),
  gauge("ttft_slo_seconds", "s", "SLO of TTFT.", ({ state }) => state.thresholds.ttft_slo_s),
  gauge("tpot_slo_seconds", "s", "SLO of TPOT.", ({ state }) => state.thresholds.tpot_slo_s),
  gauge("core_memory_bytes", "bytes", "Memory of the core.", ({ state }) => state.memory_bytes),
  labelled({
    name: "log_rows_total",
    type: "counter",
    unit: "rows",
    help: "Rows of the journal and of the event log, by whether their sink took them; absent without one.",
    series: (["journal", "event_log"] as const).flatMap((log) =>
      (["taken", "failed"] as const).map((result) => ({ log, result }) as const),
    ),
    read: ({ state }, { log, result }) => state[log]?.[result === "taken" ? "rows" : "failed"],
  }),
];
