import type { PolicyView } from "./policy";

/** Gains that a move of the headroom policy needs (docs/policies.md says where each number comes from). */
export const GAIN = {
  /** While no phase is short: standard deviations. */
  least: 1.5,
  /** So many times of it for a move back within so many seconds of the last move. */
  backTimes: 2,
  backS: 120,
  /** While one is short: the least, and a share of what is short. */
  short: 0.5,
  shortShare: 0.1,
} as const;

/**
 * Worth of a split by the headroom of its phases: that of the tighter phase, if neither is short; else half the sum of
 * the squares of what is short, negative. A small shortage of a steady phase lasts; a large one of a phase that comes
 * in bursts passes.
 */
export function worthOf(prefillHeadroom: number, decodeHeadroom: number): number {
  const tighter = Math.min(prefillHeadroom, decodeHeadroom);
  if (tighter >= 0) return tighter;
  return -(Math.min(0, prefillHeadroom) ** 2 + Math.min(0, decodeHeadroom) ** 2) / 2;
}

/** Gain in worth that a move to the best split needs. The memory keeps the split, so that a move back is known. */
export function neededGain(view: PolicyView, best: number, worth: number): number {
  const isBack = isMoveBack(view, best);
  if (worth < 0) return Math.max(GAIN.short, -worth * GAIN.shortShare);
  return isBack ? GAIN.backTimes * GAIN.least : GAIN.least;
}

/** Whether the split was left towards the other side lately. An urgent decision leaves the memory to the next pass. */
function isMoveBack({ memory, nowS, prefillEngines, relief }: PolicyView, best: number): boolean {
  const { lastPrefillEngines = prefillEngines } = memory;
  const hasMoved = lastPrefillEngines !== prefillEngines;
  const lastMove = hasMoved
    ? { lastMoveAtS: nowS, lastMoveTowards: Math.sign(prefillEngines - lastPrefillEngines) }
    : { lastMoveAtS: memory.lastMoveAtS ?? Number.NEGATIVE_INFINITY, lastMoveTowards: memory.lastMoveTowards ?? 0 };
  if (relief === null) Object.assign(memory, { lastPrefillEngines: prefillEngines }, hasMoved ? lastMove : {});
  return nowS - lastMove.lastMoveAtS < GAIN.backS && Math.sign(best - prefillEngines) === -lastMove.lastMoveTowards;
}
