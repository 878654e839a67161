import {
  BLOCKED_REASONS,
  COMMON_HELD_REASONS,
  GATES,
  HEADROOM_REASONS,
  QUEUE_REASONS,
  REACTIVE_REASONS,
} from "../decision/reasons";
import { FLOOR_REASONS, MOVE_RESULTS } from "../decision/vocabulary";
import { ROLES } from "../roles";
import { counter, each, gauge, labelled, type Metric } from "./metric";

const CAUSES = { reactive: "improved", headroom: "improved", queue: "improved", ...FLOOR_REASONS };

const HELD = { reactive: REACTIVE_REASONS, headroom: HEADROOM_REASONS, queue: QUEUE_REASONS };

/** Every cause, result and reason that a decision can have; what a custom policy decides is not among them. */
const DECISIONS = [
  ...Object.entries(HELD).flatMap(([by, reasons]) =>
    [...COMMON_HELD_REASONS, ...reasons].map((reason) => ({ by, result: "held", reason: reason as string })),
  ),
  ...Object.entries(CAUSES).flatMap(([by, reason]) => [
    ...MOVE_RESULTS.map((result) => ({ by, result, reason })),
    ...BLOCKED_REASONS.map((blocked) => ({ by, result: "blocked", reason: blocked as string })),
  ]),
];

/** The queue policy predicts nothing. */
const POLICY_NAMES = ["reactive", "headroom"] as const;

const MOVES = Object.keys(CAUSES).flatMap((by) => ROLES.map((to) => ({ by, to })));

/** Decisions, moves and what keeps them. */
export const CONTROLLER_METRICS: readonly Metric[] = [
  labelled({
    name: "controller_decisions_total",
    type: "counter",
    unit: "decisions",
    help: "Decisions by what decided, what became of them, and why.",
    series: DECISIONS,
    read: ({ state }, { by, result, reason }) => state.counters.reasons[`${by}:${result}:${reason}`] ?? 0,
  }),
  labelled({
    name: "controller_limit",
    type: "gauge",
    unit: "",
    help: "What held or blocked the newest decision: 1 for that gate, 0 for the others.",
    series: each("gate", GATES),
    read: ({ state }, { gate }) => Number(state.last_decision?.limit?.gate === gate),
  }),
  labelled({
    name: "role_moves_total",
    type: "counter",
    unit: "moves",
    help: "Engines that changed their role, by what decided and the role they took.",
    series: MOVES,
    read: ({ state }, { by, to }) => state.counters.moves[`${by}:${to}`] ?? 0,
  }),
  labelled({
    name: "role_moves_measured_total",
    type: "counter",
    unit: "decisions",
    help: "Decisions whose moves were measured beside what was predicted, in this process.",
    series: each("by", POLICY_NAMES),
    read: ({ state }, { by }) => state.move_effects[by]?.moves ?? 0,
  }),
  labelled({
    name: "role_move_gain_slope",
    type: "gauge",
    unit: "",
    help: "Load that moves took off the tighter role per predicted one: 1 is as predicted, below 0 they do harm.",
    series: each("by", POLICY_NAMES),
    read: ({ state }, { by }) => state.move_effects[by]?.slope,
  }),
  labelled({
    name: "role_move_gain_ratio",
    type: "gauge",
    unit: "ratio",
    help: "Load that moves took off the tighter role, as predicted and as measured: mean of the newest ones.",
    series: POLICY_NAMES.flatMap((by) => (["predicted", "measured"] as const).map((of) => ({ by, of }))),
    read: ({ state }, { by, of }) => state.move_effects[by]?.[of === "predicted" ? "predicted_gain" : "gain"],
  }),
  counter(
    "role_move_reversals_total",
    "moves",
    "Moves of an engine to another role than its last move's.",
    ({ state }) => state.counters.reversals,
  ),
  counter("role_move_refusals_total", "moves", "Moves that were not made.", ({ state }) => state.counters.refusals),
  gauge("role_move_pending", "", "Whether a proposed move waits for the host: 1 or 0.", ({ state }) =>
    Number(state.pending_move !== null),
  ),
];
