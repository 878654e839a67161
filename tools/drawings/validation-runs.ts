import * as Plot from "@observablehq/plot";
import { type CheckedRun, checkRuns } from "../validation/check-runs";
import type { Prediction } from "../validation/errors-of";
import { readFit, shippedRuns } from "../validation/shipped-fit";
import { missesFirst } from "../validation/text-report";
import { runKey } from "../validation/vllm-runs";
import { figure, textAt } from "./figure";
import { type Key, legendAt } from "./legend";
import { plotAt, ticksBelow } from "./plot";
import { COLOR } from "./theme";

const WIDTH = 860;
const ROW = 17;
const TOP = 112;
const LEFT = 290;
const PANEL = 185;
/** Errors beyond this are drawn at the edge, with their number. */
const EDGE = 0.5;
const TICKS = [-0.4, 0, 0.4];

const KINDS = [
  { label: "predicted", color: COLOR.blue, mark: "dot" },
  { label: "fitted", color: COLOR.muted, mark: "dot" },
  { label: "one mixed engine", color: COLOR.amber, mark: "dot" },
  { label: "beyond the edge", color: COLOR.red, mark: "dot" },
] as const satisfies readonly Key[];

const PANELS = [
  { title: "median TPOT", of: (run: CheckedRun) => run.tpot },
  { title: "throughput", of: (run: CheckedRun) => run.throughput },
  { title: "median TTFT", of: (run: CheckedRun) => run.ttft },
] as const;

interface Point {
  readonly run: string;
  readonly error: number;
  readonly color: string;
}

/** Draws every run of the shipped file: predicted over measured, the misses first. */
export function drawValidationRuns(): string {
  const runs = shippedRuns();
  const checked = missesFirst(checkRuns(runs, readFit().fleet, runs));
  const names = checked.map(nameOf);
  const height = TOP + names.length * ROW + 40;
  const parts = PANELS.map(({ title, of }, index) => panel(title, checked, of, index));
  return figure({
    title: "Replayed runs: predicted over measured",
    description: `For each of ${names.length} runs the error of median TPOT, throughput and median TTFT, largest first.`,
    width: WIDTH,
    height,
    parts: [legendAt({ x: 20, y: 48 }, KINDS), ...parts.flat()],
  });
}

function panel(
  title: string,
  checked: readonly CheckedRun[],
  of: (run: CheckedRun) => Prediction | null,
  index: number,
): string[] {
  const points = checked.flatMap((run) => pointOf(run, of(run)) ?? []);
  const beyond = points.filter(({ error }) => Math.abs(error) > EDGE);
  const x = index === 0 ? 0 : LEFT + index * PANEL;
  const marginLeft = index === 0 ? LEFT : 8;
  const place = { x: (point: Point) => clamped(point.error), y: "run" } as const;
  const names = checked.map(nameOf);
  const axis = Plot.axisY({ tickSize: 0, dx: 20 - LEFT + 8, textAnchor: "start", label: null, fill: COLOR.ink });
  const plot = plotAt(
    { x, y: TOP },
    {
      width: marginLeft + PANEL - 8,
      height: names.length * ROW + 34,
      marginLeft,
      marginRight: 8,
      marginTop: 4,
      marginBottom: 30,
      x: { domain: [-EDGE * 1.1, EDGE * 1.1] },
      y: { type: "band", domain: names, padding: 0, axis: null },
      marks: [
        Plot.gridX(TICKS, { stroke: COLOR.grid, strokeOpacity: 1 }),
        Plot.ruleX([0], { stroke: COLOR.border, strokeWidth: 2 }),
        ticksBelow(TICKS, (share) => percent(share)),
        ...(index === 0 ? [axis] : []),
        Plot.dot(points, { ...place, r: 4, fill: "color" }),
        ...[1, -1].map((side) =>
          Plot.text(
            beyond.filter(({ error }) => Math.sign(error) === side),
            { ...place, text: (point: Point) => percent(point.error), dx: -26 * side, fill: COLOR.ink },
          ),
        ),
      ],
    },
  );
  return [textAt({ x: LEFT + index * PANEL + 50, y: TOP - 10 }, title, { bold: true }), plot];
}

function pointOf(run: CheckedRun, prediction: Prediction | null): Point | null {
  if (!prediction) return null;
  const error = prediction.predicted / prediction.measured - 1;
  return { run: nameOf(run), error, color: colorOf(run, error) };
}

function colorOf(run: CheckedRun, error: number): string {
  if (Math.abs(error) > EDGE) return KINDS[3].color;
  if (run.colocated) return KINDS[2].color;
  return run.fitted ? KINDS[1].color : KINDS[0].color;
}

function nameOf({ run, cold }: CheckedRun): string {
  const name = runKey(run).replace("ratio_characterization", "ratio").replace("decode_test_1000", "decode");
  return cold ? `${name} cold` : name;
}

function clamped(error: number): number {
  return Math.max(-EDGE, Math.min(EDGE, error));
}

function percent(share: number): string {
  return `${share > 0 ? "+" : ""}${(100 * share).toFixed(0)}%`;
}
