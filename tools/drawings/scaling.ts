import * as Plot from "@observablehq/plot";
import { read, table } from "../../test/docs/markdown";
import { figure, textAt } from "./figure";
import { legendAt } from "./legend";
import { LINE, levels, plotAt, ticksBelow } from "./plot";
import { COLOR } from "./theme";

const WIDTH = 860;
const HEIGHT = 310;
const PANEL = { y: 62, width: 270, height: 200 };
const MARGIN_LEFT = 40;
const PANELS = [
  { title: "engines", unit: /(\d+) engines/ },
  { title: "shapes in a bucket", unit: /(\d+) shapes/ },
  { title: "window (s)", unit: /(\d+) s window/ },
];
const KEYS = [
  { label: "nothing new", color: COLOR.blue, mark: "line" },
  { label: "after 20 requests", color: COLOR.green, mark: "line" },
  { label: "after 2,000", color: COLOR.amber, mark: "line" },
] as const;

/** A value of what is varied, and the time of a decision after few and many requests. */
interface Step {
  readonly at: number;
  readonly afterUs: readonly number[];
}

/** Draws the table "How a decision grows" of bench/RESULTS.md: three panels, both axes logarithmic. */
export function drawScaling(): string {
  const rows = table(read("bench/RESULTS.md"), "How a decision grows");
  const panels = PANELS.map(({ title, unit }, i) => panel(title, stepsOf(rows, unit), 14 + 280 * i));
  return figure({
    title: "Demand and scores of a decision, in microseconds",
    description: "Time of a decision by engines, shapes in a bucket and window, each after 0, 20 and 2,000 requests.",
    width: WIDTH,
    height: HEIGHT,
    parts: [...panels, legendAt({ x: 54, y: HEIGHT - 36 }, KEYS)],
  });
}

function stepsOf(rows: readonly (readonly string[])[], unit: RegExp): Step[] {
  return rows.flatMap(([name = "", ...times]) => {
    const at = unit.exec(name)?.[1];
    return at === undefined ? [] : [{ at: Number(at), afterUs: times.slice(0, KEYS.length).map(Number) }];
  });
}

function panel(title: string, steps: readonly Step[], x: number): string {
  const plot = plotAt(
    { x, y: PANEL.y },
    {
      ...PANEL,
      marginLeft: MARGIN_LEFT,
      marginRight: 24,
      marginTop: 20,
      x: { type: "log" },
      y: { type: "log", domain: [1, 1000] },
      marks: [
        ...levels([1, 10, 100, 1000], (us) => us.toLocaleString("en-US")),
        ticksBelow(
          steps.map(({ at }) => at),
          (at) => at.toLocaleString("en-US"),
        ),
        ...KEYS.map(({ color }, i) =>
          Plot.line(steps, { x: "at", y: ({ afterUs }: Step) => afterUs[i], stroke: color, ...LINE }),
        ),
      ],
    },
  );
  return `${textAt({ x: x + MARGIN_LEFT, y: PANEL.y + 8 }, title, { bold: true })}\n${plot}`;
}
