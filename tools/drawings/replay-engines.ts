import * as Plot from "@observablehq/plot";
import type { ReplayDocument } from "../../src/replay/index";
import { LINE, levels } from "./plot";
import { movesMade, replayPanel } from "./replay-axes";
import { COLOR } from "./theme";

type Phase = "prefill" | "decode";

/** The offered work of a phase at a time, and its engines. */
interface Point {
  readonly timeS: number;
  readonly work: number;
  readonly engines: number;
}

/** Draws the offered work of a phase beside its engines; work above them in red. */
export function enginesPanel(replay: ReplayDocument, phase: Phase, y: number): string {
  const color = phase === "prefill" ? COLOR.blue : COLOR.green;
  const top = topOf(replay);
  const engines = enginesOverTime(replay, phase);
  const work = workOverTime(replay, phase, engines, top);
  const area = { x: "timeS", y1: "engines", y2: "work", stroke: "none", negativeFill: "none" } as const;
  const every = Math.max(1, Math.ceil(top / 4));
  const ticks = Array.from({ length: Math.floor(top / every) + 1 }, (_, i) => i * every);
  return replayPanel(replay, {
    y,
    title: `${phase === "prefill" ? "Prefill" : "Decode"} engines`,
    keys: [
      { label: "offered work", color, mark: "area" },
      { label: "more than the engines can do", color: COLOR.red, mark: "area" },
      { label: "engines", color: COLOR.ink, mark: "line" },
    ],
    domain: [0, top],
    marks: [
      ...levels(ticks, String),
      Plot.areaY(work, { x: "timeS", y1: 0, y2: "work", fill: color, fillOpacity: 0.2 }),
      Plot.differenceY(work, { ...area, positiveFill: COLOR.red, positiveFillOpacity: 0.5 }),
      Plot.lineY(work, { x: "timeS", y: "work", stroke: color, ...LINE }),
      Plot.lineY(engines, { x: "timeS", y: "count", stroke: COLOR.ink, curve: "step-after", ...LINE }),
    ],
  });
}

/** The engines of a role from the start on, after each move, and at the end. */
function enginesOverTime(replay: ReplayDocument, role: Phase) {
  let count = replay.engines.filter((engine) => engine.role === role).length;
  const points = [{ timeS: 0, count }];
  for (const { movedS, from, to } of movesMade(replay)) {
    if (from === role) count -= 1;
    if (to === role) count += 1;
    points.push({ timeS: movedS, count });
  }
  return [...points, { timeS: replay.time_s, count }];
}

/** Offered work at the end of each row, and just before and after each move, where the engines change. */
function workOverTime(
  { rows }: ReplayDocument,
  phase: Phase,
  engines: ReturnType<typeof enginesOverTime>,
  top: number,
): Point[] {
  const ends = rows.map((row) => ({ timeS: row.to_s, work: Math.min(top, row[`${phase}_demand`]) }));
  const firstS = ends[0]?.timeS ?? 0;
  const points = ends.map(({ timeS, work }) => ({ timeS, work, engines: countAt(engines, timeS) }));
  for (const { timeS, count } of engines) {
    if (timeS <= firstS || timeS >= (ends.at(-1)?.timeS ?? 0)) continue;
    const after = ends.findIndex((end) => end.timeS >= timeS);
    const [from, to] = [ends[after - 1], ends[after]];
    if (!from || !to) continue;
    const work = from.work + ((to.work - from.work) * (timeS - from.timeS)) / (to.timeS - from.timeS);
    const before = countAt(engines, timeS - 1e-6);
    points.push({ timeS, work, engines: before }, { timeS, work, engines: count });
  }
  return points.sort((a, b) => a.timeS - b.timeS);
}

function countAt(engines: ReturnType<typeof enginesOverTime>, timeS: number): number {
  return engines.filter((point) => point.timeS <= timeS).at(-1)?.count ?? 0;
}

/** Top of the scale that both phases share: some room above the engines, and work up to twice the engines. */
function topOf({ rows, engines }: ReplayDocument): number {
  const first = (["prefill", "decode"] as const).map((role) => engines.filter((engine) => engine.role === role).length);
  const most = Math.max(...first, ...rows.flatMap((row) => [row.prefill_engines, row.decode_engines]));
  const work = Math.max(...rows.flatMap((row) => [row.prefill_demand, row.decode_demand]));
  return Math.max(most + 0.3, Math.min(2 * most, work));
}
