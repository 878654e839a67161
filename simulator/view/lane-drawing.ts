import type { DecisionResult } from "../../src/index";
import type { RecordedDecision } from "../../src/replay";
import type { readColours } from "./colours";
import type { Span } from "./run";

/** Height of a decision's mark by its result, as a share of the lane: what acted stands out, without colour too. */
export const MARK_HEIGHT: Readonly<Record<DecisionResult, number>> = {
  applied: 1,
  proposed: 0.8,
  advisory: 0.8,
  blocked: 0.6,
  held: 0.34,
};

/** How near a click has to be, in pixels. */
const REACH_PX = 6;

/** Draws the decisions of a run over a span of time. */
export function drawLane(
  canvas: HTMLCanvasElement,
  decisions: readonly RecordedDecision[],
  span: Span,
  selected: number | null,
  colours: ReturnType<typeof readColours>,
): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  canvas.width = width * devicePixelRatio;
  canvas.height = height * devicePixelRatio;
  const context = canvas.getContext("2d");
  if (!context || width === 0) return;
  context.scale(devicePixelRatio, devicePixelRatio);
  const x = (timeS: number) => ((timeS - span[0]) / (span[1] - span[0])) * width;
  const slots = decisions.length > 0 ? width / decisions.length : width;
  const thickness = Math.max(1, Math.min(3, slots * 0.6));
  // Decisions that acted are drawn over those that did not.
  const order = decisions.map((_, index) => index).sort((a, b) => markOf(decisions[a]) - markOf(decisions[b]));
  for (const index of order) {
    const { record } = decisions[index] as RecordedDecision;
    const size = MARK_HEIGHT[record.result] * (height - 2);
    context.fillStyle = colours(record.result);
    const wide = record.result === "held" ? thickness : Math.max(2, thickness);
    context.fillRect(x(record.at ?? 0) - wide / 2, height - size, wide, size);
  }
  const at = selected === null ? undefined : decisions[selected]?.record.at;
  if (at !== undefined && at !== null) markSelected(context, x(at), height, colours("text"));
}

function markSelected(context: CanvasRenderingContext2D, x: number, height: number, colour: string): void {
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  context.strokeRect(x - 4.5, 0.75, 9, height - 1.5);
}

function markOf(decision: RecordedDecision | undefined): number {
  return decision ? MARK_HEIGHT[decision.record.result] : 0;
}

/** The decision at a place of the lane: of those in reach, the one that did most; else the nearest. Null: no decision. */
export function decisionAt(decisions: readonly RecordedDecision[], timeS: number, secondsPerPx: number): number | null {
  let best: number | null = null;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const [index, decision] of decisions.entries()) {
    const distancePx = Math.abs((decision.record.at ?? 0) - timeS) / secondsPerPx;
    const acted = distancePx <= REACH_PX ? 10 * REACH_PX * markOf(decision) : 0;
    const score = acted - distancePx;
    if (score > bestScore) [best, bestScore] = [index, score];
  }
  return best;
}
