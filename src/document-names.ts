// Names and versions of the documents that schemas describe.

/** Name and version of the state document. */
export const STATE_SCHEMA = "narwhal-slo/state";
export const STATE_VERSION = 1;

/** Name and version of the replay document. */
export const REPLAY_SCHEMA = "narwhal-slo/replay";
export const REPLAY_VERSION = 1;

/** Name and version of the comparison document. */
export const COMPARE_SCHEMA = "narwhal-slo/compare";
export const COMPARE_VERSION = 1;

/** Name and version of the plan document. */
export const PLAN_SCHEMA = "narwhal-slo/plan";
export const PLAN_VERSION = 1;

/** Name and version of the regret document. */
export const REGRET_SCHEMA = "narwhal-slo/regret";
export const REGRET_VERSION = 1;
