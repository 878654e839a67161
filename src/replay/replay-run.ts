import { attainmentOf } from "../accounting/attainment";
import { isPositive, itemsOf, ownFields } from "../check";
import { type ManualClock, manualClock } from "../clock";
import type { Decision } from "../decision/decision";
import { ConfigError } from "../errors";
import { Pool } from "../pool/pool";
import type { PoolParts } from "../pool/pool-parts";
import type { EngineProfile } from "../profile";
import type { Role } from "../roles";
import type { FleetSnapshot } from "../simulation/fleet-snapshot";
import { Simulation } from "../simulation/simulation";
import type { SimulationOptionsInput } from "../simulation/simulation-options";
import type { TraceRequest } from "../traces/trace";
import { percentilesOf } from "./percentiles";
import type { ProfileOrigin } from "./profile-origin";
import { type ControlInput, configOf, controlOf, FleetControl, type ReplayControl } from "./replay-control";
import { type ReplayRow, rowWidthS, takeRow } from "./replay-rows";
import { type LevelSummary, type Levels, levelsOf, RowLevels } from "./row-levels";

/** An engine of a replay. */
export interface ReplayEngine {
  readonly id: string;
  /** The role that it begins with. */
  readonly role: Role;
  readonly profile: EngineProfile;
  /** Profile that the pool believes in, to see what a wrong one costs, or none (null). Default: `profile`. */
  readonly believed?: EngineProfile | null;
  /** Where its profile was read from, for the document. Default: unknown. */
  readonly origin?: ProfileOrigin;
}

/** Input of a replay: requests, fleet and rules. The configuration's SLOs are the simulation's too. */
export interface ReplayInput extends ControlInput {
  readonly requests: readonly TraceRequest[];
  readonly engines: readonly ReplayEngine[];
  /** Whether a waiting request that will miss its TTFT calls for a decision at once. Default false. */
  readonly urgent?: boolean;
  /** Options of the simulated fleet, SLOs excepted. */
  readonly simulation?: Omit<SimulationOptionsInput, "ttftSloS" | "tpotSloS">;
  /** How finely `rows` follow the run. Default: a twentieth of the trace, at most the retention of four windows. */
  readonly rowS?: number;
  /** Behaviour of the controller while an engine is unavailable; see `ControllerOptions`. Default `hold`. */
  readonly whileUnavailable?: NonNullable<PoolParts["whileUnavailable"]>;
  /**
   * Told of each decision when it is made. To ask the pool for more than scores of its `lastSnapshot` may change it.
   * An error that it throws ends the step; the next one goes on.
   */
  readonly onDecision?: (decision: Decision, pool: Pool) => void;
  /** Sinks for the pool's journal and event log. */
  readonly sinks?: Pick<PoolParts, "journal" | "eventLog">;
}

/**
 * A trace on the simulated fleet, accounted for and controlled by a pool as in a router. Deterministic: the same input
 * gives the same report, in Node and in a browser.
 *
 * @example
 * const run = new ReplayRun({ requests, engines, config, control: "off" });
 * run.run();
 * run.report().attainment.bothMet;
 */
export class ReplayRun {
  readonly pool: Pool;
  /** Freedom of the controller: nothing, propose, or move. */
  readonly control: ReplayControl;
  readonly #simulation: Simulation;
  readonly #fleetControl: FleetControl;
  readonly #clock: ManualClock;
  readonly #rows: ReplayRow[] = [];
  readonly #rowS: number;
  #movesBefore = 0;
  #levels = new RowLevels();

  /** @throws ConfigError, ProfileError, ArgumentError */
  constructor(input: ReplayInput) {
    const given = checkInput(input);
    const { engines, requests, simulation, whileUnavailable = "hold", policy = "reactive" } = given;
    const config = configOf(given);
    const { speed = 1 } = simulation;
    this.control = controlOf(given);
    this.#clock = manualClock(0);
    const urgent = this.control !== "off" && (given.urgent ?? false);
    // A move that takes its time counts when it has taken effect.
    const applyMoves = movesAtOnce(simulation) ? "auto" : "host";
    const known = engines.map(({ id, role, profile, believed = profile }) => ({ id, role, profile: believed }));
    const acting = { urgent, applyMoves, whileUnavailable, policy } as const;
    this.pool = new Pool(config, { engines: known, clock: this.#clock, ...acting, ...given.sinks });
    this.#rowS = given.rowS ?? rowWidthS((requests.at(-1)?.atS ?? 0) / speed, config);
    if (!isPositive(this.#rowS)) throw new ConfigError("rowS", "must be > 0 s", given.rowS);
    this.#simulation = this.#simulate(given, urgent);
    const setRole = (id: string, role: Role) => this.#simulation.setRole(id, role);
    this.#fleetControl = new FleetControl(this.pool, this.control, setRole, given.onDecision);
  }

  /** Simulated seconds so far. */
  get timeS(): number {
    return this.#simulation.timeS;
  }

  /** Share of the requests that have ended, 0 .. 1. */
  get progress(): number {
    return this.#simulation.progress;
  }

  /** Whether all requests have ended. */
  get done(): boolean {
    return this.#simulation.done;
  }

  /** Lets happen what is due up to `untilS`. */
  step(untilS: number): void {
    this.#simulation.step(untilS);
  }

  /** Runs to the end. */
  run(): void {
    this.#simulation.run();
  }

  /** The simulated fleet as it is now. */
  snapshot(): FleetSnapshot {
    return this.#simulation.snapshot();
  }

  /** Results so far. */
  report() {
    const results = this.#simulation.results();
    const { log } = this.#fleetControl;
    const state = this.pool.state();
    return {
      timeS: results.timeS,
      control: this.control,
      requests: results.ends,
      attainment: attainmentOf(results.attainment),
      ttft: percentilesOf(results.requests.ttftS),
      tpot: percentilesOf(results.requests.tpotS),
      rows: this.#rowsUntilNow(results.timeS),
      decisions: log.counts,
      moves: log.moves,
      reversals: state.counters.reversals as number,
      demand: this.pool.demand(),
      scores: this.pool.scores(),
      engines: results.engines,
      state,
    };
  }

  #simulate({ requests, engines, config, simulation }: ReplayInput, urgent: boolean): Simulation {
    const { ttftSloS, tpotSloS, monitorIntervalS } = config;
    return new Simulation({
      requests,
      engines,
      options: { ...simulation, ttftSloS, tpotSloS, bucketS: this.#rowS },
      clock: this.#clock,
      open: () => this.pool.open(),
      onAvailable: (engine, available) => this.pool.setAvailable(engine, available),
      onMoveFailed: (engine) => this.pool.moveFailed(engine),
      onMoved: (engine) => this.#fleetControl.moved(engine, this.timeS),
      onEvent: urgent ? () => this.#fleetControl.afterEvent() : undefined,
      onPass: (timeS) => this.#pass(timeS),
      passIntervalS: monitorIntervalS,
    });
  }

  #rowsUntilNow(timeS: number): ReplayRow[] {
    const lastS = this.#rows.at(-1)?.toS ?? 0;
    return timeS > lastS ? [...this.#rows, this.#takeRow(lastS, timeS)] : [...this.#rows];
  }

  #pass(timeS: number): void {
    try {
      this.#fleetControl.pass();
    } finally {
      this.#levels.add(this.#levelsNow());
      this.#endRow(timeS);
    }
  }

  #endRow(timeS: number): void {
    const lastS = this.#rows.at(-1)?.toS ?? 0;
    // Row edges are passes; the sum of many intervals may fall short of an edge by rounding.
    if (timeS - lastS < this.#rowS * (1 - 1e-9)) return;
    this.#rows.push(this.#takeRow(lastS, timeS));
    this.#movesBefore = this.#fleetControl.log.movedCount;
    this.#levels = new RowLevels();
  }

  #takeRow(fromS: number, toS: number): ReplayRow {
    const moves = this.#fleetControl.log.movedCount - this.#movesBefore;
    return takeRow(this.pool, fromS, toS, moves, this.#levelSummary());
  }

  #levelSummary(): LevelSummary {
    if (!this.#levels.empty) return this.#levels.summary();
    const now = new RowLevels();
    now.add(this.#levelsNow());
    return now.summary();
  }

  #levelsNow(): Levels {
    return levelsOf(this.pool, this.#simulation.snapshot());
  }
}

function movesAtOnce({ moveS = 0, moveMode = "label", moveFailShare = 0, moveLieShare = 0 }: SimulationOptionsInput) {
  return moveMode === "label" && moveS + moveFailShare + moveLieShare === 0;
}

/** Results of a replay. */
export type ReplayReport = ReturnType<ReplayRun["report"]>;

/** The input, each of its parts read once. @throws ArgumentError for a part that cannot be read */
function checkInput(input: ReplayInput) {
  const given = ownFields("input", input);
  return {
    ...given,
    engines: itemsOf("engines", given.engines).map((engine) => ownFields("engine", engine)),
    requests: itemsOf("requests", given.requests),
    config: ownFields("config", given.config),
    simulation: ownFields("simulation", given.simulation ?? {}),
    ...(given.sinks && { sinks: ownFields("sinks", given.sinks) }),
  };
}
