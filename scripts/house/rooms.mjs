// The rooms of src/, from the ground up: a file imports from its own room, from rooms above it in this list, and from
// the files of src/ that stand in no room.
export const ROOMS = [
  ["wasm", "the core's memory"],
  ["accounting", "demand windows, outcomes, offers, demand in engines"],
  ["fleet", "engines, their residents and loads"],
  ["traces", "readers of request traces"],
  ["random", "seeded draws"],
  ["scenario", "options of the simulated fleet, and parts of it that stand alone"],
  ["simulation", "the simulated fleet"],
  ["decision", "the record of a decision, and its English"],
  ["scoring", "what a decision freezes, and scores of splits"],
  ["policies", "which split is best"],
  ["control", "the controller: gates and moves"],
  ["effects", "gains of moves, beside what was predicted"],
  ["scaling", "how many engines a fleet needs"],
  ["handoff", "snapshots of a pool"],
  ["journal", "what a pool writes"],
  ["pool", "the pool and its request handles"],
  ["cluster", "narwhal-slo/cluster: one account of many routers"],
  ["verify", "decisions made again from an event log"],
  ["replay", "a pool on the simulated fleet"],
  ["regret", "what a schedule that knows everything keeps"],
  ["planning", "how many engines a trace needs"],
  ["metrics", "what is exported, for all exporters"],
  ["prometheus", "narwhal-slo/prometheus"],
  ["opentelemetry", "narwhal-slo/opentelemetry"],
  ["http", "narwhal-slo/http"],
  ["fastify", "narwhal-slo/fastify"],
  ["node", "narwhal-slo/node: files"],
  ["fit", "profiles from measurements"],
  ["measure", "engines measured over HTTP"],
  ["cli", "the command"],
];

/** The most files that a room may hold, and the most lines of a file. */
export const MOST_FILES = 22;
export const MOST_LINES = 300;
