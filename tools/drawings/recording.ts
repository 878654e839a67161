import { readFileSync } from "node:fs";

/** The file of the recorded run, from the root. */
export const RECORDING = "tools/drawings/dashboard-run.json";

/** The part of a panel of a Grafana dashboard that is used. */
export interface Panel {
  readonly title: string;
  readonly targets: readonly Target[];
  readonly fieldConfig: { readonly defaults: { readonly unit: string; readonly min?: number; readonly max?: number } };
}

/** A query of a panel, and what its series are called. */
export interface Target {
  readonly expr: string;
  readonly legendFormat: string;
}

/** A series: seconds since the start, and values. */
export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [timeS: number, value: number])[];
}

/** A recorded run: the series of each panel, by its title. */
export interface Recording {
  readonly spanS: number;
  readonly panels: Record<string, readonly Series[]>;
}

/** Reads the recorded run. */
export function readRecording(): Recording {
  return JSON.parse(readFileSync(RECORDING, "utf8"));
}
