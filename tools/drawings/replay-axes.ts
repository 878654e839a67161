import * as Plot from "@observablehq/plot";
import type { ReplayDocument } from "../../src/replay/index";
import { textAt } from "./figure";
import { type Key, legendAt } from "./legend";
import { plotAt, ticksBelow } from "./plot";
import { COLOR } from "./theme";

export const WIDTH = 800;
/** Height of a panel with its heading, and from one panel to the next. */
export const PANEL = { height: 158, pitch: 166 } as const;
/** Room for the labels of a panel's levels, and for half of the last time. */
export const TIME_MARGIN = { left: 56, right: 20 } as const;
const TOP = 34;
const TICK_STEPS_S = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 3600, 7200];

/** A panel over the time of a replay. */
export interface ReplayPanel {
  readonly y: number;
  readonly title: string;
  readonly keys: readonly Key[];
  readonly domain: readonly [number, number];
  readonly marks: Plot.Markish[];
}

/** Draws a panel with its heading, its legend, the times below it, and a line at each move. */
export function replayPanel(replay: ReplayDocument, { y, title, keys, domain, marks }: ReplayPanel): string {
  const plot = plotAt(
    { x: 0, y },
    {
      width: WIDTH,
      height: PANEL.height,
      marginLeft: TIME_MARGIN.left,
      marginRight: TIME_MARGIN.right,
      marginTop: TOP,
      marginBottom: 24,
      x: { domain: [0, replay.time_s] },
      y: { domain: [...domain] },
      marks: [
        ticksBelow(ticksOf(replay.time_s), clock),
        Plot.ruleX(movesMade(replay), { x: "movedS", stroke: COLOR.amber, strokeWidth: 1.5, strokeDasharray: "2 3" }),
        ...marks,
      ],
    },
  );
  const heading = textAt({ x: TIME_MARGIN.left, y: y + 22 }, title, { bold: true, size: 13 });
  return [heading, legendAt({ x: WIDTH - TIME_MARGIN.right, y: y + 8 }, keys, "end"), plot].join("\n");
}

/** The moves that came to their end, with the time of it. */
export function movesMade({ moves }: ReplayDocument) {
  return moves.flatMap(({ engine, from, to, moved_s: movedS }) =>
    movedS === null ? [] : [{ engine, from, to, movedS }],
  );
}

/** A time as minutes and seconds. */
export function clock(timeS: number): string {
  const total = Math.round(timeS);
  return `${Math.floor(total / 60)}:${String(total % 60).padStart(2, "0")}`;
}

function ticksOf(endS: number): number[] {
  const stepS = TICK_STEPS_S.find((step) => endS / step <= 10) ?? 14_400;
  return Array.from({ length: Math.floor(endS / stepS) + 1 }, (_, i) => i * stepS);
}
