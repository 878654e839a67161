import { whole } from "../../src/cli/format";
import type { DecisionResult } from "../../src/index";
import { RESULT_NAMES } from "./colours";
import { MARK_HEIGHT } from "./lane-drawing";
import type { ViewRun } from "./run";

/** The results that there were, with their marks and how often. */
export function LaneLegend({ runs }: { readonly runs: readonly ViewRun[] }) {
  const count = ({ data }: ViewRun, result: DecisionResult) =>
    data.decisions.filter(({ record }) => record.result === result).length;
  const present = RESULT_NAMES.filter((result) => runs.some((run) => count(run, result) > 0));
  return (
    <span class="legend">
      {present.map((result) => (
        <span key={result} class="legend-item">
          <i class="mark" style={{ "--swatch": `var(--${result})`, "--share": MARK_HEIGHT[result] }} />
          {result}
          {runs.map((run) => (
            <b key={run.name}>
              {run.name && <small>{run.name}</small>}
              {whole(count(run, result))}
            </b>
          ))}
        </span>
      ))}
    </span>
  );
}
