import { percent } from "../../src/cli/format";
import type { RecordedSample } from "../../src/replay";
import { amount } from "./amount";
import type { ColourName } from "./colours";
import { demandRemark } from "./demand-remark";

/** A line of a plot. */
export interface PanelSeries {
  readonly label: string;
  readonly colour: ColourName;
  readonly kind: "line" | "area" | "steps";
  readonly value: (sample: RecordedSample) => number | null;
}

/** A plot over the shared time axis. */
export interface Panel {
  readonly title: string;
  /** Meaning of the values, in a few words. */
  readonly note: (lookBackS: number) => string;
  readonly series: readonly PanelSeries[];
  readonly format: (value: number | null) => string;
  /** The largest value that is always in sight. */
  readonly least: number;
  /** Where the scale ends, however large the values are. */
  readonly most?: number;
  /** Where a limit is drawn. */
  readonly limit?: number;
  /** Warnings about a run's values; empty if there are none. */
  readonly remark?: (samples: readonly RecordedSample[]) => string;
}

/** A load above it is a bottleneck, whatever it is. */
const MOST_LOAD = 3;

const DEMAND_NOTE = "engines that the work needs, as the policy saw it, and engines that have the role";

/** All plots, from the top. A new one is a new row. */
export const PANELS: readonly Panel[] = [
  {
    title: "Offered load",
    note: (lookBackS) => `requests per second, mean of the last ${lookBackS} s`,
    series: [{ label: "requests/s", colour: "load", kind: "area", value: (sample) => sample.requestsPerS }],
    format: amount,
    least: 0.1,
  },
  {
    title: "SLO attainment",
    note: (lookBackS) => `share of the requests that ended in the last ${lookBackS} s and met it`,
    series: [
      { label: "TTFT", colour: "prefill", kind: "line", value: (sample) => sample.ttftRatio },
      { label: "TPOT", colour: "decode", kind: "line", value: (sample) => sample.tpotRatio },
    ],
    format: percent,
    least: 1,
  },
  {
    title: "Prefill",
    note: () => DEMAND_NOTE,
    remark: (samples) => demandRemark("prefill", samples),
    series: [
      { label: "demand", colour: "prefill", kind: "area", value: (sample) => sample.prefillDemand },
      { label: "engines", colour: "engines", kind: "steps", value: (sample) => sample.prefillEngines },
    ],
    format: amount,
    least: 1,
  },
  {
    title: "Decode",
    note: () => DEMAND_NOTE,
    remark: (samples) => demandRemark("decode", samples),
    series: [
      { label: "demand", colour: "decode", kind: "area", value: (sample) => sample.decodeDemand },
      { label: "engines", colour: "engines", kind: "steps", value: (sample) => sample.decodeEngines },
    ],
    format: amount,
    least: 1,
  },
  {
    title: "Pool loads",
    note: () => `1 is the SLO's limit; the scale ends at ${MOST_LOAD}`,
    series: [
      { label: "prefill", colour: "prefill", kind: "line", value: (sample) => sample.prefillLoad },
      { label: "decode", colour: "decode", kind: "line", value: (sample) => sample.decodeLoad },
    ],
    format: amount,
    least: 1.1,
    most: MOST_LOAD,
    limit: 1,
  },
];
