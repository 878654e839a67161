import { drawDashboard } from "./dashboard";
import { drawOverflow } from "./overflow";
import { drawPolicies } from "./policies";
import { drawReplay } from "./replay";
import { drawScaling } from "./scaling";
import { drawValidationResults } from "./validation-results";
import { drawValidationRuns } from "./validation-runs";

/** Name, place and maker of each picture. */
export const PICTURES = {
  replay: { file: "docs/replay.svg", draw: drawReplay },
  overflow: { file: "docs/overflow.svg", draw: drawOverflow },
  dashboard: { file: "docs/dashboard.svg", draw: drawDashboard },
  policies: { file: "docs/policies.svg", draw: drawPolicies },
  "validation-runs": { file: "docs/validation-runs.svg", draw: drawValidationRuns },
  "validation-results": { file: "docs/validation-results.svg", draw: drawValidationResults },
  scaling: { file: "bench/scaling.svg", draw: drawScaling },
} as const;

/** A name in {@link PICTURES}. */
export type PictureName = keyof typeof PICTURES;
