// narwhal-slo/schema: valibot schemas of what is given to this package, and of the documents that it makes.
export { configSchema } from "./config";
export { decisionSchema } from "./decision/decision-schema";
export { STATE_SCHEMA, STATE_VERSION } from "./document-names";
export { eventRowSchema } from "./journal/event-schema";
export { journalRowSchema } from "./journal/journal-schema";
export { planSchema } from "./planning/plan-schema";
export { type ConservationBreach, type ConservedState, checkConservation } from "./pool/conservation";
export { stateSchema } from "./pool/state-schema";
export { profileSchema } from "./profile";
export { regretSchema } from "./regret/regret-schema";
export { compareSchema } from "./replay/compare-schema";
export { replaySchema } from "./replay/replay-schema";
export { simulationSchema } from "./simulation/simulation-options";
