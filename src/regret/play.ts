import { manualClock } from "../clock";
import type { Config } from "../config";
import { Fleet, type Role } from "../fleet";
import { outlookOf } from "../fleet/outlook";
import type { ReplayEngine, ReplayInput } from "../replay/replay-run";
import { RequestRecord } from "../request-record";
import type { RequestEvents } from "../simulation/events";
import { Simulation } from "../simulation/simulation";

/** Requests, fleet and rules of a run. */
export interface PlayedInput {
  readonly requests: ReplayInput["requests"];
  readonly engines: readonly ReplayEngine[];
  readonly config: Config;
  readonly simulation: NonNullable<ReplayInput["simulation"]>;
}

/** A change of role at a time of the run. */
export interface ScheduledMove {
  readonly atS: number;
  readonly engine: string;
  readonly to: Role;
}

/** Outcome of a played schedule. */
export interface Played {
  /** Requests that met both SLOs. */
  readonly kept: number;
  /** Requests that counted. */
  readonly total: number;
  readonly moves: readonly ScheduledMove[];
}

/** Runs a schedule of moves, by time, on the simulated fleet: nobody decides anything. */
export function play(input: PlayedInput, moves: readonly ScheduledMove[]): Played {
  const { ttftSloS, tpotSloS, monitorIntervalS } = input.config;
  const line = input.simulation.lateLane ? new WatchedLine(input) : null;
  const clock = line?.clock ?? manualClock(0);
  let next = 0;
  const moveOn = () => {
    for (let move = moves[next]; move && move.atS <= clock.now(); move = moves[++next]) {
      simulation.setRole(move.engine, move.to);
    }
  };
  const simulation = new Simulation({
    requests: input.requests,
    engines: input.engines,
    options: { ...input.simulation, ttftSloS, tpotSloS },
    clock,
    passIntervalS: monitorIntervalS,
    open: (request) => line?.open(input.requests[request]?.cachedTokens) ?? IGNORED,
    onMoved: (engine, role) => line?.fleet.setRole(engine, role),
    onAvailable: (engine, available) => line?.fleet.setAvailable(engine, available),
    onPass: moveOn,
    onEvent: moveOn,
  });
  simulation.run();
  const { bothMet, total } = simulation.results().attainment;
  return { kept: bothMet, total, moves };
}

/** The line before prefill, as the late lane has to know it. Profiles are the true ones. */
class WatchedLine {
  readonly clock = manualClock(0);
  readonly fleet: Fleet;
  readonly #ttftSloS: number;

  constructor({ engines, config }: PlayedInput) {
    this.fleet = new Fleet(config);
    this.#ttftSloS = config.ttftSloS;
    for (const { id, role, profile } of engines) this.fleet.addEngine({ id, role, profile }, 0);
  }

  open(knownTokens = 0): RequestEvents {
    const { fleet, clock } = this;
    const record = new RequestRecord<(typeof fleet.engines)[number]>(clock.now());
    const { moves } = fleet;
    const cachedIn = (inputTokens: number) => Math.min(inputTokens, knownTokens);
    const end = () => {
      if (record.state !== "none") moves.leave(record, clock.now());
    };
    return {
      ...IGNORED,
      size: (inputTokens, requestedTokens) => record.setLengths(inputTokens, requestedTokens, cachedIn(inputTokens)),
      reprice: (inputTokens, requestedTokens) =>
        moves.resize(record, inputTokens, requestedTokens, cachedIn(inputTokens)),
      wait: () => {
        if (record.firstTokenS === null) moves.wait(record, "prefill", clock.now());
      },
      prefill: (engine) => {
        if (record.firstTokenS === null) moves.dispatch(fleet.engine(engine), record, "prefill", clock.now());
      },
      firstToken: () => {
        moves.firstToken(record, clock.now());
        record.firstTokenS = clock.now();
      },
      complete: end,
      fail: end,
      expire: end,
      refuse: end,
      reject: end,
      cancel: end,
      outlook: () => outlookOf(record, moves, fleet.engines, { nowS: clock.now(), ttftSloS: this.#ttftSloS }),
    };
  }
}

const ignore = () => {};

const IGNORED: RequestEvents = {
  size: ignore,
  reprice: ignore,
  wait: ignore,
  prefill: ignore,
  firstToken: ignore,
  decode: ignore,
  token: ignore,
  complete: ignore,
  fail: ignore,
  expire: ignore,
  refuse: ignore,
  reject: ignore,
  cancel: ignore,
};
