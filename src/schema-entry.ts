import type * as v from "valibot";
import type { decisionSchema } from "./control/decision-schema";
import type { stateSchema } from "./pool/state-schema";

export { configSchema } from "./config";
export { decisionSchema } from "./control/decision-schema";
export { stateSchema } from "./pool/state-schema";
export { profileSchema } from "./profile";
export { simulationSchema } from "./replay/options";

/** A pool's state as its schema has it. */
export type StateDocument = v.InferOutput<typeof stateSchema>;

/** A decision's record as its schema has it. */
export type DecisionRecord = v.InferOutput<typeof decisionSchema>;
