import uPlot from "uplot";
import type { readColours } from "./colours";
import type { Panel, PanelSeries } from "./panels";
import type { ViewRun } from "./run";
import { timeTicks } from "./time-ticks";

/** Room on both sides of all plots: their time axes lie under each other. */
export const GUTTER = { left: 52, right: 12 };

const FONT = "11px system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif";
const SYNC_KEY = "narwhal-slo";

type Colours = ReturnType<typeof readColours>;

/** Events of a plot. */
export interface PlotEvents {
  /** A span was dragged over; null: back to all. */
  readonly onZoom: (fromS: number, toS: number) => void;
  /** The pointer is at a time; null: it has left. */
  readonly onHover: (timeS: number | null) => void;
}

/** The options of a panel's plot, for so many runs: the first one in full, the second one dashed. */
export function plotOptions(panel: Panel, runs: number, colours: Colours, events: PlotEvents): uPlot.Options {
  return {
    width: 600,
    height: 96,
    padding: [6, GUTTER.right, 8, 0],
    legend: { show: false },
    cursor: {
      sync: { key: SYNC_KEY, setSeries: false },
      drag: { x: true, y: false, setScale: false },
      points: { size: 5 },
      y: false,
    },
    scales: { x: { time: false }, y: { range: (_, __, most) => [0, topOf(panel, most)] } },
    axes: [timeAxis(colours), valueAxis(panel, colours)],
    series: [
      {},
      ...Array.from({ length: runs }, (_, run) => panel.series.map((one) => lineOf(one, run, colours))).flat(),
    ],
    hooks: {
      drawAxes: [(plot) => drawLimit(plot, panel, colours)],
      setCursor: [({ cursor, posToVal }) => events.onHover(at(cursor.left, posToVal))],
      setSelect: [(plot) => zoomTo(plot, events.onZoom)],
    },
  };
}

/** The data of a panel's plot: the times of all runs, then the values of each. */
export function plotData(panel: Panel, runs: readonly ViewRun[]): uPlot.AlignedData {
  const tables = runs.map(({ data: { samples } }): uPlot.AlignedData => {
    const times = samples.map(({ timeS }) => timeS);
    return [times, ...panel.series.map(({ value }) => samples.map(value))];
  });
  return tables.length > 1 ? uPlot.join(tables) : (tables[0] ?? [[]]);
}

/** A little air above the highest value, but for a scale that has its end. */
function topOf({ least, most = Number.POSITIVE_INFINITY }: Panel, highest: number | null): number {
  return 1.04 * Math.min(most, Math.max(least, highest ?? 0));
}

function lineOf({ label, colour, kind }: PanelSeries, run: number, colours: Colours): uPlot.Series {
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  return {
    label,
    stroke: colours(colour),
    width: run === 0 ? 1.75 : 1.5,
    points: { show: false },
    ...(run > 0 && { dash: [5, 4] }),
    ...(kind === "area" && run === 0 && { fill: colours(colour, 0.13) }),
    ...(kind === "steps" && stepped && { paths: stepped }),
  };
}

function timeAxis(colours: Colours): uPlot.Axis {
  return {
    size: 0,
    splits: (_, __, fromS, toS) => timeTicks([fromS, toS]),
    values: (_, times) => times.map(() => ""),
    grid: { stroke: colours("grid"), width: 1 },
    ticks: { show: false },
  };
}

function valueAxis({ format }: Panel, colours: Colours): uPlot.Axis {
  return {
    size: GUTTER.left,
    space: 24,
    gap: 6,
    font: FONT,
    stroke: colours("muted"),
    values: (_, values) => values.map((value) => shortened(format, value)),
    grid: { stroke: colours("grid"), width: 1 },
    ticks: { show: false },
  };
}

/** An axis needs no decimals that say nothing. */
function shortened(format: (value: number) => string, value: number): string {
  return format(value)
    .replace(/(\.\d*?)0+(%?)$/, "$1$2")
    .replace(/\.(%?)$/, "$1");
}

function drawLimit({ ctx, bbox, valToPos }: uPlot, { limit }: Panel, colours: Colours): void {
  if (limit === undefined) return;
  const y = Math.round(valToPos(limit, "y", true)) + 0.5;
  ctx.save();
  ctx.strokeStyle = colours("limit");
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([2 * devicePixelRatio, 3 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}

function at(left: number | undefined, posToVal: uPlot["posToVal"]): number | null {
  return left === undefined || left < 0 ? null : posToVal(left, "x");
}

/** Only spans that were drawn on purpose. */
const LEAST_DRAG_PX = 8;

function zoomTo(plot: uPlot, onZoom: PlotEvents["onZoom"]): void {
  const { left, width } = plot.select;
  if (width >= LEAST_DRAG_PX) onZoom(plot.posToVal(left, "x"), plot.posToVal(left + width, "x"));
  plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
}
