import { ROLES } from "../roles";
import { each, labelled, type Metric, type MetricsReading } from "./metric";

type Phase = (typeof ROLES)[number];

/** Learned kinds of engines. Engines share their kind, so the largest number counts. */
export const LEARNING_METRICS: readonly Metric[] = [
  labelled({
    name: "learned_measurements",
    type: "gauge",
    unit: "measurements",
    help: "Measurements behind the best known kind of engine; absent where engines are not measured.",
    series: each("phase", ROLES),
    read: (reading, { phase }) => largest(reading, phase, ({ samples }) => samples),
  }),
  labelled({
    name: "learned_error_ratio",
    type: "gauge",
    unit: "ratio",
    help: "Mean relative error of the worst known kind of engine; absent before a measurement.",
    series: each("phase", ROLES),
    read: (reading, { phase }) => largest(reading, phase, ({ error }) => error),
  }),
  labelled({
    name: "profile_scale_ratio",
    type: "gauge",
    unit: "ratio",
    help: "How much longer work takes than the profiles say, of the slowest kind; absent without profiles or measurements.",
    series: each("phase", ROLES),
    read: (reading, { phase }) => largest(reading, phase, ({ scale }) => scale),
  }),
];

type Learned = NonNullable<MetricsReading["state"]["fleet"]["engines"][number]["learned"]>[Phase];

function largest({ state }: MetricsReading, phase: Phase, of: (learned: Learned) => number | null): number | null {
  const values = state.fleet.engines.flatMap(({ learned }) => (learned ? (of(learned[phase]) ?? []) : []));
  return values.length === 0 ? null : Math.max(...values);
}
