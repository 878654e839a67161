import * as Plot from "@observablehq/plot";
import { columns, read } from "../../test/docs/markdown";
import { figure } from "./figure";
import { type Key, legendAt } from "./legend";
import { plotAt, ticksBelow } from "./plot";
import { COLOR } from "./theme";

const WIDTH = 800;
const ROW = 34;
const TOP = 84;
/** The table has tenths of a percent: less than half of one is drawn at the edge. */
const LEAST = 0.0005;
const TICKS = [LEAST, 0.001, 0.01, 0.1, 1];
const POLICIES = [
  { label: "reactive", color: COLOR.red, mark: "dot" },
  { label: "queue threshold", color: COLOR.amber, mark: "dot" },
  { label: "headroom", color: COLOR.blue, mark: "dot" },
] as const;
const BEST = { label: "best fixed split in hindsight", color: COLOR.muted, mark: "tick" } as const;

/** Draws the table of the scenarios in docs/policies.md: the share of requests that missed an SLO, by policy. */
export function drawPolicies(): string {
  const cells = columns(read("docs/policies.md"), "Scenarios");
  const scenarios = (cells.scenario ?? []).slice(0, -1).map((name) => name.replace(/ \*$/, ""));
  const missed = (column: string) => (cells[column] ?? []).map(missedOf);
  const means = POLICIES.map(({ label }) => `${label} ${percent(missed(label).at(-1) ?? 0)}`);
  const title = "Requests that missed an SLO";
  const height = TOP + scenarios.length * ROW + 40;
  const left = 230;
  const pointsOf = (column: string) =>
    scenarios.map((scenario, i) => ({ scenario, missed: Math.max(LEAST, missed(column)[i] ?? 0) }));
  const place = { x: "missed", y: "scenario" } as const;
  const dots = POLICIES.map(({ label, color }) => Plot.dot(pointsOf(label), { ...place, r: 6, fill: color }));
  const best = Plot.tickX(pointsOf("best fixed split"), { ...place, stroke: BEST.color, strokeWidth: 3, inset: 6 });
  const plot = plotAt(
    { x: 0, y: TOP },
    {
      width: WIDTH,
      height: height - TOP,
      marginLeft: left,
      marginRight: 28,
      marginTop: 4,
      marginBottom: 34,
      x: { type: "log", domain: [LEAST, 1] },
      y: { type: "band", domain: scenarios, padding: 0 },
      marks: [
        Plot.gridX(TICKS, { stroke: COLOR.border, strokeOpacity: 1 }),
        ticksBelow(TICKS, tickOf),
        Plot.axisY({ tickSize: 0, dx: 29 - left, textAnchor: "start", label: null, fill: COLOR.ink }),
        best,
        ...dots,
      ],
    },
  );
  return figure({
    title,
    description: `For each scenario the share of requests that missed TTFT or TPOT, mean of all starts. Means: ${means.join(", ")}.`,
    width: WIDTH,
    height,
    parts: [legendAt({ x: 20, y: 48 }, [...POLICIES, BEST] satisfies Key[]), plot],
  });
}

/** A cell begins with the share of requests that met both SLOs, in percent. */
function missedOf(cell: string): number {
  return (100 - Number.parseFloat(cell.replaceAll("*", ""))) / 100;
}

function tickOf(share: number): string {
  return share === LEAST ? "< 0.05%" : `${100 * share}%`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}
