import * as Plot from "@observablehq/plot";
import type { ReplayDocument } from "../../src/replay/index";
import { LINE, levels } from "./plot";
import { clock, movesMade, replayPanel, TIME_MARGIN, WIDTH } from "./replay-axes";
import { CHARACTER_WIDTH, COLOR } from "./theme";

const QUIET = "nothing ended";

/** Draws the share of requests that met each SLO, row by row of the report. */
export function attainmentPanel(replay: ReplayDocument, y: number): string {
  const { config } = replay;
  return replayPanel(replay, {
    y,
    title: "Requests that met their SLO",
    keys: [
      { label: `TTFT \u2264 ${config.ttft_slo_s} s`, color: COLOR.blue, mark: "line" },
      { label: `TPOT \u2264 ${config.tpot_slo_s} s`, color: COLOR.green, mark: "dashed" },
    ],
    domain: [0, 1],
    marks: [
      ...levels([0, 0.5, 1], (share) => `${100 * share}%`),
      Plot.line(stepsOf(replay, "ttft_ratio"), { x: "timeS", y: "share", stroke: COLOR.blue, ...LINE }),
      Plot.line(stepsOf(replay, "tpot_ratio"), {
        ...{ x: "timeS", y: "share", stroke: COLOR.green },
        ...{ ...LINE, strokeDasharray: "5 4" },
      }),
      Plot.text(quietTimes(replay), { x: "middleS", y: 0.5, text: () => QUIET, fill: COLOR.muted }),
      Plot.text(namedMoves(replay), {
        ...{ x: "movedS", y: 0, text: "name", fill: COLOR.amber },
        ...{ dx: 6, dy: -8, textAnchor: "start", stroke: COLOR.page, strokeWidth: 4 },
      }),
    ],
  });
}

/** Both ends of each row; a row without requests breaks the line. */
function stepsOf({ rows }: ReplayDocument, field: "ttft_ratio" | "tpot_ratio") {
  return rows.flatMap((row) => [row.from_s, row.to_s].map((timeS) => ({ timeS, share: row[field] })));
}

/** The stretches of rows in which no request ended, where there is room for saying so. */
function quietTimes(replay: ReplayDocument) {
  const quiet: { fromS: number; toS: number }[] = [];
  for (const { from_s: fromS, to_s: toS, total } of replay.rows) {
    if (total > 0) continue;
    const last = quiet.at(-1);
    if (last?.toS === fromS) last.toS = toS;
    else quiet.push({ fromS, toS });
  }
  return quiet
    .filter(({ fromS, toS }) => toS - fromS > secondsOf(replay, QUIET))
    .map(({ fromS, toS }) => ({ middleS: (fromS + toS) / 2 }));
}

/** The moves whose name has room before the next one that is named, and before the end. */
function namedMoves(replay: ReplayDocument) {
  let freeFromS = 0;
  return movesMade(replay).flatMap(({ engine, from, to, movedS }) => {
    const name = `${clock(movedS)} ${engine}: ${from} \u2192 ${to}`;
    const endS = movedS + secondsOf(replay, name);
    if (movedS < freeFromS || endS > replay.time_s) return [];
    freeFromS = endS;
    return [{ movedS, name }];
  });
}

/** Length of a label on the time axis. */
function secondsOf({ time_s }: ReplayDocument, label: string): number {
  return (label.length * CHARACTER_WIDTH * time_s) / (WIDTH - TIME_MARGIN.left - TIME_MARGIN.right);
}
