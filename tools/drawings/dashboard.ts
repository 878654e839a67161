import { readFileSync } from "node:fs";
import * as Plot from "@observablehq/plot";
import { figure, textAt } from "./figure";
import { type Key, legendAt, legendRows } from "./legend";
import { LINE, levels, plotAt, ticksBelow } from "./plot";
import { type Panel, readRecording, type Series } from "./recording";
import { SERIES } from "./theme";

const COLUMN = { width: 580, pitch: 600 };
const ROW = { height: 200, pitch: 260 };
const TOP = 52;
const LEGEND_LINE = 18;
/** From so many series on, those that stay 0 have no entry in the legend. */
const MANY = SERIES.length;

/** Draws the panels of the Grafana dashboard with the recorded run in them. */
export function drawDashboard(): string {
  const { panels } = JSON.parse(readFileSync("monitoring/grafana-dashboard.json", "utf8")) as { panels: Panel[] };
  const recording = readRecording();
  // A panel that is newer than the recording waits for the next one.
  const recorded = panels.filter(({ title }) => recording.panels[title]);
  const parts = recorded.map((panel, i) => {
    const place = { x: 10 + (i % 2) * COLUMN.pitch, y: TOP + Math.floor(i / 2) * ROW.pitch };
    return drawPanel(panel, recording.panels[panel.title] ?? [], recording.spanS, place);
  });
  return figure({
    title: "The example gateway under load",
    description: `The panels of the dashboard over ${Math.round(recording.spanS / 60)} minutes: ${recorded.map(({ title }) => title).join(", ")}.`,
    width: 2 * COLUMN.pitch,
    height: TOP + Math.ceil(recorded.length / 2) * ROW.pitch,
    parts,
  });
}

function drawPanel(
  { title, fieldConfig }: Panel,
  series: readonly Series[],
  spanS: number,
  { x, y }: { x: number; y: number },
): string {
  const { min = 0, max, unit } = fieldConfig.defaults;
  const top = max ?? (Math.max(0, ...series.flatMap(({ points }) => points.map(([, value]) => value))) * 1.1 || 1);
  const minutes = Array.from({ length: Math.floor(spanS / 60) + 1 }, (_, minute) => 60 * minute);
  const lines = series.map(({ points }, i) =>
    Plot.line(withGaps(points), { x: "0", y: "1", stroke: colorOf(i), ...LINE, strokeWidth: 2 }),
  );
  const plot = plotAt(
    { x, y },
    {
      width: COLUMN.width,
      height: ROW.height,
      marginLeft: 62,
      marginRight: 20,
      marginTop: 26,
      x: { domain: [0, spanS] },
      y: { domain: [min, top] },
      marks: [
        ...levels([min, (min + top) / 2, top], (value) => shown(value, unit)),
        ticksBelow(minutes, (timeS) => `${timeS / 60} min`),
        ...lines,
      ],
    },
  );
  const rows = legendRows(keysOf(series), COLUMN.width - 20);
  const legends = rows.map((keys, i) => legendAt({ x: x + 10, y: y + ROW.height + LEGEND_LINE * i }, keys));
  return [textAt({ x: x + 10, y: y + 14 }, title, { bold: true, size: 14 }), plot, ...legends].join("\n");
}

function keysOf(series: readonly Series[]): Key[] {
  return series.flatMap(({ name, points }, i) => {
    const moves = series.length < MANY || points.some(([, value]) => value > 0);
    return moves ? [{ label: name, color: colorOf(i), mark: "line" as const }] : [];
  });
}

function colorOf(index: number): string {
  return SERIES[index % SERIES.length] as string;
}

/** A series is absent at times: its line has a gap there, and a point by itself is as long as a second. */
function withGaps(points: Series["points"]) {
  const drawn: (readonly [number, number])[] = [];
  for (const [i, point] of points.entries()) {
    const [timeS, value] = point;
    const begins = timeS - (points[i - 1]?.[0] ?? -Infinity) > 1.5;
    const ends = (points[i + 1]?.[0] ?? Infinity) - timeS > 1.5;
    if (begins && drawn.length > 0) drawn.push([timeS, Number.NaN]);
    drawn.push(point);
    if (begins && ends) drawn.push([timeS + 1, value]);
  }
  return drawn.filter(([, value], i) => i === 0 || value !== drawn[i - 1]?.[1] || value !== drawn[i + 1]?.[1]);
}

function shown(value: number, unit: string): string {
  if (unit === "percentunit") return `${Number((100 * value).toPrecision(2))}%`;
  if (unit === "s") return `${Number((1000 * value).toPrecision(2))} ms`;
  return String(Number(value.toPrecision(2)));
}
