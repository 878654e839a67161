import { type ManualClock, manualClock } from "../clock";
import type { Config } from "../config";
import { ConfigError } from "../errors";
import { Pool } from "../pool/pool";
import type { EngineProfile } from "../profile";
import type { Role } from "./engine";
import type { SimulationOptionsInput } from "./options";
import { percentilesOf } from "./percentiles";
import { type ReplayRow, rowWidthS, takeRow } from "./replay-rows";
import { Simulation } from "./simulation";
import type { TraceRequest } from "./trace";

/** An engine of a replay. */
export interface ReplayEngine {
  readonly id: string;
  readonly role: Role;
  readonly profile: EngineProfile;
}

/** What is replayed, on which fleet, by which rules. */
export interface ReplayInput {
  readonly requests: readonly TraceRequest[];
  readonly engines: readonly ReplayEngine[];
  /** The pool's configuration; its SLOs are the simulation's too. */
  readonly config: Config;
  /** Options of the simulated fleet, SLOs excepted. */
  readonly simulation?: Omit<SimulationOptionsInput, "ttftSloS" | "tpotSloS">;
  /** How finely `rows` follow the run. Default: a twentieth of the trace, at most the retention of four windows. */
  readonly rowS?: number;
}

/**
 * A trace on the simulated fleet, accounted for by a pool as in a router. Deterministic: the same input gives the same
 * report, in Node and in a browser.
 *
 * @example
 * const run = new ReplayRun({ requests, engines, config });
 * run.run();
 * run.report().attainment.bothMet;
 */
export class ReplayRun {
  readonly pool: Pool;
  readonly #simulation: Simulation;
  readonly #clock: ManualClock;
  readonly #rows: ReplayRow[] = [];
  readonly #rowS: number;

  /** @throws ConfigError, ProfileError, ArgumentError */
  constructor(input: ReplayInput) {
    const { config, engines, requests } = input;
    const { ttftSloS, tpotSloS, monitorIntervalS } = config;
    this.#clock = manualClock(0);
    this.pool = new Pool(config, { engines, clock: this.#clock });
    const speed = input.simulation?.speed ?? 1;
    const spanS = (requests.at(-1)?.atS ?? 0) / speed;
    this.#rowS = input.rowS ?? rowWidthS(spanS, config);
    if (!(this.#rowS > 0)) throw new ConfigError("rowS", "must be > 0 s", input.rowS);
    this.#simulation = new Simulation({
      requests,
      engines,
      options: { ...input.simulation, ttftSloS, tpotSloS, bucketS: this.#rowS },
      clock: this.#clock,
      open: () => this.pool.open(),
      onAvailable: (engine: string, available: boolean) => this.pool.setAvailable(engine, available),
      onPass: (timeS) => this.#pass(timeS),
      passIntervalS: monitorIntervalS,
    });
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

  /** What was seen so far. */
  report() {
    const results = this.#simulation.results();
    return {
      timeS: results.timeS,
      requests: results.ends,
      attainment: results.attainment,
      ttft: percentilesOf(results.requests.ttftS),
      tpot: percentilesOf(results.requests.tpotS),
      rows: this.#rowsUntilNow(results.timeS),
      demand: this.pool.demand(),
      scores: this.pool.scores(),
      engines: results.engines,
      state: this.pool.state(),
    };
  }

  #rowsUntilNow(timeS: number): ReplayRow[] {
    const lastS = this.#rows.at(-1)?.toS ?? 0;
    return timeS > lastS ? [...this.#rows, takeRow(this.pool, lastS, timeS)] : [...this.#rows];
  }

  #pass(timeS: number): void {
    this.pool.pass();
    const last = this.#rows.at(-1)?.toS ?? 0;
    // Row edges are passes; the sum of many intervals may fall short of an edge by rounding.
    if (timeS - last >= this.#rowS * (1 - 1e-9)) this.#rows.push(takeRow(this.pool, last, timeS));
  }
}

/** What a replay saw. */
export type ReplayReport = ReturnType<ReplayRun["report"]>;
