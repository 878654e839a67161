import type * as v from "valibot";
import type { decisionSchema } from "./decision/decision-schema";
import type { stateSchema } from "./pool/state-schema";
import type { compareSchema } from "./replay/compare-schema";
import type { replaySchema } from "./replay/replay-schema";

export { configSchema } from "./config";
export { decisionSchema } from "./decision/decision-schema";
export { type ConservationBreach, type ConservedState, checkConservation } from "./pool/conservation";
export { stateSchema } from "./pool/state-schema";
export { profileSchema } from "./profile";
export { compareSchema } from "./replay/compare-schema";
export { replaySchema } from "./replay/replay-schema";
export { simulationSchema } from "./simulation/simulation-options";

/** A pool's state as its schema has it. */
export type StateDocument = v.InferOutput<typeof stateSchema>;

/** A decision's record as its schema has it. */
export type DecisionRecord = v.InferOutput<typeof decisionSchema>;

/** What `narwhal-slo replay --json` prints, as its schema has it. */
export type ReplayRecord = v.InferOutput<typeof replaySchema>;

/** What `narwhal-slo replay --compare --json` prints, as its schema has it. */
export type ComparisonRecord = v.InferOutput<typeof compareSchema>;
