import { ROLES } from "../roles";
import { each, gauge, labelled, type Metric } from "./metric";

/** How many engines an autoscaler should ask for. Unknown numbers are absent: 0 would scale a fleet in. */
export const SCALING_METRICS: readonly Metric[] = [
  labelled({
    name: "desired_engines",
    type: "gauge",
    unit: "engines",
    help: "Least engines of a role that keep its load with spreads to spare; absent while the load is unknown.",
    series: each("role", ROLES),
    read: ({ desired }, { role }) => desired[role],
  }),
  gauge(
    "desired_fleet_engines",
    "engines",
    "Sum of both roles, for a fleet whose engines change roles; absent while the load is unknown.",
    ({ desired }) => desired.engines,
  ),
  gauge("desired_valid", "", "Whether the desired engines are known: 1 or 0.", ({ desired }) => Number(desired.valid)),
  gauge("pool_active", "", "Whether requests are in the pool, or arrived within the window: 1 or 0.", ({ desired }) =>
    Number(desired.active),
  ),
];
