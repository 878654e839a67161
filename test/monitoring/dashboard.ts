import { readFileSync } from "node:fs";

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
  readonly gridPos: { readonly x: number; readonly y: number };
}

/** The panels of the shipped dashboard. */
export const PANELS: readonly Panel[] = JSON.parse(readFileSync("monitoring/grafana-dashboard.json", "utf8")).panels;

/** The PromQL of all panels. */
export const EXPRESSIONS: readonly string[] = PANELS.flatMap(({ targets }) => targets.map(({ expr }) => expr));
