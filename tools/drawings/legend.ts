import * as Plot from "@observablehq/plot";
import { LINE, type Place, plotAt } from "./plot";
import { CHARACTER_WIDTH, COLOR } from "./theme";

/** One entry of a legend. */
export interface Key {
  readonly label: string;
  readonly color: string;
  readonly mark: keyof typeof MARKS;
}

const HEIGHT = 20;
const MIDDLE = HEIGHT / 2;
const SWATCH = 22;
const GAP = 6;
const BETWEEN = 14;

const MARKS = {
  line: (x: number, stroke: string) => rule(x, { stroke, ...LINE }),
  dashed: (x: number, stroke: string) => rule(x, { stroke, ...LINE, strokeDasharray: "5 4" }),
  area: (x: number, fill: string) =>
    Plot.rect([0], { x1: x, x2: x + SWATCH, y1: MIDDLE - 6, y2: MIDDLE + 5, fill, fillOpacity: 0.4 }),
  dot: (x: number, fill: string) => Plot.dot([0], { x: x + SWATCH / 2, y: MIDDLE, r: 6, fill }),
  tick: (x: number, stroke: string) =>
    Plot.ruleX([0], { x: x + SWATCH / 2, y1: MIDDLE - 9, y2: MIDDLE + 9, stroke, strokeWidth: 3 }),
};

function rule(x: number, options: Plot.RuleYOptions): Plot.Markish {
  return Plot.ruleY([0], { y: MIDDLE, x1: x, x2: x + SWATCH, ...options });
}

/** Draws the keys in one row that begins at a place, or ends there. */
export function legendAt(place: Place, keys: readonly Key[], anchor: "start" | "end" = "start"): string {
  const lefts: number[] = [];
  let width = 0;
  for (const key of keys) {
    lefts.push(width);
    width += widthOf(key);
  }
  width = Math.max(1, width - BETWEEN);
  const marks = keys.flatMap(({ label, color, mark }, i) => {
    const left = lefts[i] ?? 0;
    const text = { x: left + SWATCH + GAP, y: MIDDLE, textAnchor: "start", fill: COLOR.muted } as const;
    return [MARKS[mark](left, color), Plot.text([label], text)];
  });
  const pixels = { type: "identity", axis: null } as const;
  const x = anchor === "end" ? place.x - width : place.x;
  return plotAt({ x, y: place.y }, { width, height: HEIGHT, margin: 0, x: pixels, y: pixels, marks });
}

/** Parts the keys into rows of at most `width` pixels. */
export function legendRows(keys: readonly Key[], width: number): readonly (readonly Key[])[] {
  const rows: Key[][] = [];
  let free = 0;
  for (const key of keys) {
    if (rows.length === 0 || widthOf(key) - BETWEEN > free) {
      rows.push([]);
      free = width;
    }
    rows.at(-1)?.push(key);
    free -= widthOf(key);
  }
  return rows;
}

function widthOf({ label }: Key): number {
  return SWATCH + GAP + label.length * CHARACTER_WIDTH + BETWEEN;
}
