import * as Plot from "@observablehq/plot";
import { type CheckedResult, checkResults } from "../validation/check-results";
import { readInferencexRows } from "../validation/inferencex-rows";
import { DATA, readFit } from "../validation/shipped-fit";
import { readTable } from "../validation/table";
import { figure, textAt } from "./figure";
import { type Key, legendAt } from "./legend";
import { levels, plotAt, ticksBelow } from "./plot";
import { COLOR } from "./theme";

const WIDTH = 860;
const HEIGHT = 470;
const PANEL = 410;
const TOP = 104;

const KINDS = [
  { label: "predicted", color: COLOR.blue, mark: "dot" },
  { label: "fitted", color: COLOR.muted, mark: "dot" },
] as const satisfies readonly Key[];

const PANELS = [
  {
    title: "throughput per GPU, tokens/s",
    domain: [10, 40_000],
    ticks: [10, 100, 1000, 10_000],
    of: ({ row, predicted }: CheckedResult) => [row.throughputPerGpu, predicted.throughputPerGpu] as const,
    text: (value: number) => `${value}`,
  },
  {
    title: "median TPOT, ms",
    domain: [0.003, 0.3],
    ticks: [0.003, 0.01, 0.03, 0.1, 0.3],
    of: ({ row, predicted }: CheckedResult) => [row.medianTpotS, predicted.tpotS] as const,
    text: (value: number) => `${value * 1000}`,
  },
];

/** Draws every published result: measured to the right, predicted upwards. On the diagonal they are equal. */
export function drawValidationResults(): string {
  const checked = checkResults(readInferencexRows(readTable(DATA.results)), readFit().serving);
  // Predictions lie over what was fitted.
  const ordered = [...checked].sort((a, b) => Number(b.fitted) - Number(a.fitted));
  return figure({
    title: "Published results: predicted against measured",
    description: `Throughput per GPU and median TPOT of ${checked.length} results, on logarithmic scales.`,
    width: WIDTH,
    height: HEIGHT,
    parts: [legendAt({ x: 20, y: 48 }, KINDS), ...PANELS.flatMap((panel, index) => draw(panel, ordered, index))],
  });
}

function draw(
  { title, domain, ticks, of, text }: (typeof PANELS)[number],
  checked: readonly CheckedResult[],
  index: number,
) {
  const points = checked.flatMap((result) => {
    const [measured, predicted] = of(result);
    const color = result.fitted ? KINDS[1].color : KINDS[0].color;
    return measured ? [{ measured, predicted, color }] : [];
  });
  const x = 14 + index * PANEL;
  const ends = [domain.map((value) => ({ measured: value, predicted: value }))].flat();
  const place = { x: "measured", y: "predicted" } as const;
  const plot = plotAt(
    { x, y: TOP },
    {
      width: PANEL,
      height: HEIGHT - TOP - 14,
      marginLeft: 50,
      marginRight: 20,
      marginTop: 10,
      marginBottom: 40,
      x: { type: "log", domain },
      y: { type: "log", domain },
      marks: [
        ...levels(ticks, text),
        ticksBelow(ticks, text, "measured"),
        Plot.line(ends, { ...place, stroke: COLOR.border, strokeWidth: 2 }),
        Plot.dot(points, { ...place, r: 3, fill: "color", fillOpacity: 0.7, clip: true }),
      ],
    },
  );
  return [textAt({ x: x + 50, y: TOP - 8 }, title, { bold: true }), plot];
}
