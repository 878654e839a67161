import type { MoveCounts } from "../../src/control/move-counts";
import { Moves } from "../../src/control/moves";
import type { FleetTracker } from "../../src/fleet";
import { applyStep, type FleetReplay, type FleetStep, startFleet } from "../fleet/replay-steps";
import { expectedSteps } from "./fleet";
import type { Replayer } from "./replayer";
import type { Operation } from "./vector-file";

/** moves: role moves of whole fleets, each one operation of many steps. */
export const movesReplayer: Replayer = {
  start() {
    return (operation) => {
      const replay = startFleet(operation as never);
      pinEngines(replay.tracker, operation.engines);
      const moves = new Moves(replay.config, replay.tracker.fleet, operation.start, false);
      const steps = operation.steps.map((step: Operation) => moveStep(replay, moves, step));
      const nowS = operation.steps.at(-1).t;
      return { steps, ...movesDocument(moves.counts()), loads: loadsDocument(replay, nowS) };
    };
  },
  expected: expectedSteps,
};

/** Pins the engines that a vector says are. */
export function pinEngines({ fleet }: FleetTracker, engines: readonly { engine: string; pinned?: boolean }[]): void {
  for (const { engine, pinned = false } of engines) fleet.setPinned(engine, pinned);
}

/** Counts of moves in their names in the vectors. */
export function movesDocument(counts: MoveCounts): Record<string, unknown> {
  return {
    flips: Object.fromEntries(counts.moves),
    flip_reversals: counts.reversals,
    flips_refused: counts.refusals,
    flip_inflight: counts.inflight,
  };
}

function moveStep(replay: FleetReplay, moves: Moves, step: Operation): unknown {
  if (step.op !== "move") {
    applyStep(replay, step as unknown as FleetStep);
    return {};
  }
  const { fleet } = replay.tracker;
  const by = step.target === "prefill" ? 1 : -1;
  const prefill = fleet.countByRole("prefill") + by;
  const decode = fleet.countByRole("decode") - by;
  const outcome = moves.move({ target: step.target, by: "reactive", bypassCooldown: step.bypass_cooldown }, step.t);
  const engine = "move" in outcome ? outcome.move.engine : null;
  return { engine, result: outcome.result, reason: outcome.reason, prefill, decode };
}

function loadsDocument({ tracker: { fleet } }: FleetReplay, nowS: number): Record<string, number> {
  return { prefill: fleet.poolLoad("prefill", nowS), decode: fleet.poolLoad("decode", nowS) };
}
