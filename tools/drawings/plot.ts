import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import { COLOR, FONT_SIZE } from "./theme";

const { document } = parseHTML("<html></html>");

/** Where something lies in the picture, in pixels from its top left corner. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Draws a plot at a place of the picture: its marks, without the page's style that Plot puts beside them. */
export function plotAt({ x, y }: Place, options: Plot.PlotOptions): string {
  const svg = Plot.plot({ ...options, document: document as unknown as Document });
  svg.querySelector("style")?.remove();
  return `<g transform="translate(${x},${y})" text-anchor="middle" font-size="${FONT_SIZE}" fill="${COLOR.muted}">${svg.innerHTML}</g>`;
}

/** The levels of a vertical axis: faint lines, their labels without a tick. */
export function levels(ticks: readonly number[], text: (value: number) => string): Plot.Markish[] {
  const grid = Plot.gridY([...ticks], { stroke: COLOR.grid, strokeOpacity: 1 });
  return [grid, Plot.axisY([...ticks], { text, tickSize: 0, label: null, color: COLOR.muted })];
}

/** The ticks below a plot. Where the scale is logarithmic, `tickFormat` would leave out all but powers of ten. */
export function ticksBelow(
  ticks: readonly number[],
  text: (value: number) => string,
  label: string | null = null,
): Plot.Markish {
  return Plot.axisX([...ticks], { text, label, labelArrow: "none", labelAnchor: "center", color: COLOR.muted });
}

/** A line in the theme's width. */
export const LINE = { strokeWidth: 2.5, strokeLinejoin: "round", strokeLinecap: "butt" } as const;
