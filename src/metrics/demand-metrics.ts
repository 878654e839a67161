import { WINDOW_NAMES } from "../accounting/account-plan";
import { DEMAND_GAPS } from "../accounting/demand";
import { ROLES } from "../roles";
import { snakeNames } from "../wire";
import { each, gauge, labelled, type Metric } from "./metric";

type HistoryField = "cells" | "cell_limit" | "observations" | "overflow_observations" | "recorded" | "refused";

function history(field: HistoryField, unit: string, help: string, type: Metric["type"] = "gauge"): Metric {
  return labelled({
    name: `demand_history_${field}${type === "counter" ? "_total" : ""}`,
    type,
    unit,
    help,
    series: each("window", snakeNames(WINDOW_NAMES)),
    read: ({ state }, { window }) => state.demand_history[window][field],
  });
}

/** Contents of the demand windows, and the demand in engines. */
export const DEMAND_METRICS: readonly Metric[] = [
  history("cells", "cells", "Cells that a demand window holds, each one shape of one bucket."),
  history("cell_limit", "cells", "The most cells that a demand window can hold."),
  history("observations", "observations", "Observations that a demand window counts."),
  history("overflow_observations", "observations", "Observations that share the overflow cells of a demand window."),
  history("recorded", "observations", "Observations that a demand window was given, refused ones too.", "counter"),
  history("refused", "observations", "Observations that came too late for a demand window.", "counter"),
  labelled({
    name: "demand_engines",
    type: "gauge",
    unit: "engines",
    help: "Demand of the window in engines; absent while no engine has a profile, or no number of engines is enough.",
    series: each("phase", ROLES),
    read: ({ demand }, { phase }) => {
      if (demand.gaps.includes("no_profiles")) return null;
      return phase === "prefill" ? demand.prefillDemand : demand.decodeDemand;
    },
  }),
  gauge("demand_complete", "", "Whether all that was offered could be priced: 1 or 0.", ({ demand }) =>
    Number(demand.complete),
  ),
  labelled({
    name: "demand_gap",
    type: "gauge",
    unit: "",
    help: "Why demand is incomplete: 1 for each gap that there is, else 0.",
    series: each("gap", DEMAND_GAPS),
    read: ({ demand }, { gap }) => Number(demand.gaps.includes(gap)),
  }),
  gauge(
    "learned_outputs_in_force",
    "",
    "Whether output lengths are learned from completions now: 1 or 0.",
    ({ state }) => Number(state.learned_outputs.in_force),
  ),
];
