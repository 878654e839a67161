import type { ReplayEngine } from "../replay/replay-run";
import { capacities, type EngineSpeed, speedsOf } from "./fluid-fleet";
import { type FluidLoad, fluidLoadOf } from "./fluid-load";
import { type Played, type PlayedInput, play, type ScheduledMove } from "./play";
import { movesOf } from "./role-schedule";
import { searchSplits } from "./split-search";

const EPOCH_S = 10;
/** Work is taken for so many times as much: a search that trusts the fluid, and more careful ones. */
const CAUTIONS = [1, 1.1, 1.25];
/** Schedules that are tried beside the best one so far. */
const NEIGHBOURS = 12;
/** How far a move of a neighbour is from where it was. */
const SHIFTS_S = [-EPOCH_S, EPOCH_S, -2 * EPOCH_S, 2 * EPOCH_S];

/**
 * A schedule of roles made by one who knows the whole trace: what a fluid of its work misses least with, then tried on
 * the simulated fleet. It is the best of those that were tried: a better one may exist.
 */
export class Clairvoyant {
  readonly #input: PlayedInput;
  readonly #untried: (readonly ScheduledMove[])[];
  #best: Played | null = null;
  #neighbours: (readonly ScheduledMove[])[] | null = null;
  #tried = 0;

  /** @param known schedules that are tried as well */
  constructor(input: PlayedInput, known: readonly (readonly ScheduledMove[])[]) {
    this.#input = input;
    this.#untried = [...known, ...candidates(input)];
  }

  /** Whether all schedules were tried. */
  get done(): boolean {
    return this.#untried.length === 0 && this.#neighbours?.length === 0;
  }

  /** Share of the schedules that were tried, 0 .. 1. */
  get progress(): number {
    const left = this.#untried.length + (this.#neighbours?.length ?? NEIGHBOURS);
    return this.#tried / (this.#tried + left);
  }

  /** Tries one more schedule. */
  step(): void {
    const moves = this.#untried.shift() ?? this.#nextNeighbour();
    if (!moves) return;
    this.#tried += 1;
    const played = play(this.#input, moves);
    if (this.#best === null || played.kept > this.#best.kept) this.#best = played;
  }

  /** The best schedule that was tried. */
  run(): Played {
    while (!this.done) this.step();
    return this.#best as Played;
  }

  #nextNeighbour(): readonly ScheduledMove[] | undefined {
    this.#neighbours ??= neighboursOf((this.#best as Played).moves);
    return this.#neighbours.shift();
  }
}

function candidates({ requests, engines, config, simulation }: PlayedInput): (readonly ScheduledMove[])[] {
  const [first] = engines;
  if (!first || engines.length < 2) return [[]];
  const speeds = speedsOf(engines, requests, config);
  const load = fluidLoadOf(requests, first.profile, config, simulation.speed ?? 1);
  const awayS = awayOf(simulation, load);
  const lane = Boolean(simulation.lateLane || simulation.refuse);
  // An engine is back before the split changes again.
  const epochS = EPOCH_S * Math.max(1, Math.ceil(awayS / EPOCH_S));
  const { ttftSloS } = config;
  const start = engines.filter(isPrefill).length;
  const searched = CAUTIONS.map((caution) => {
    const rules = { ttftSloS, epochS, awayS, lane, caution, ...capacities(speeds) };
    return movesOf(searchSplits(load, rules, start), epochS, engines, speeds);
  });
  return [...searched, ...fixedSplits(engines, speeds)];
}

/** Each split from the beginning on. */
function fixedSplits(engines: readonly ReplayEngine[], speeds: readonly EngineSpeed[]): (readonly ScheduledMove[])[] {
  return engines.slice(1).map((_, index) => movesOf([index + 1], EPOCH_S, engines, speeds));
}

/** How long a move keeps an engine from both roles. */
function awayOf({ moveMode, restartS = 30, moveS = 0 }: PlayedInput["simulation"], load: FluidLoad): number {
  if (moveMode === "offline") return restartS + meanDecodeS(load);
  return moveMode === "drain" ? meanDecodeS(load) : moveS;
}

/** Mean seconds that a request decodes. */
function meanDecodeS({ decodeShares, arrivedS }: FluidLoad): number {
  const active = decodeShares.filter((share) => share > 0).length;
  return Math.min(EPOCH_S, active / Math.max(1, arrivedS.length));
}

function isPrefill({ role }: ReplayEngine): boolean {
  return role === "prefill";
}

/** The same schedule with all of its moves, or those of one time, a little earlier or later. */
function neighboursOf(moves: readonly ScheduledMove[]): (readonly ScheduledMove[])[] {
  const times = [...new Set(moves.map(({ atS }) => atS))];
  const shifted = (byS: number, atS: number | null) =>
    moves
      .map((move) => (atS === null || move.atS === atS ? { ...move, atS: Math.max(0, move.atS + byS) } : move))
      .sort((a, b) => a.atS - b.atS);
  const all = SHIFTS_S.map((byS) => shifted(byS, null));
  const single = times.flatMap((atS) => SHIFTS_S.slice(0, 2).map((byS) => shifted(byS, atS)));
  return [...all, ...single].slice(0, NEIGHBOURS);
}
