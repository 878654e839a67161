import { type ManualClock, manualClock } from "../clock";
import { ArgumentError, ConfigError, UnknownIdError } from "../errors";
import { checkProfile, type EngineProfileInput } from "../profile";
import type { Role } from "../roles";
import type { TraceRequest } from "../traces/trace";
import { EventHeap } from "./event-heap";
import type { RequestEvents } from "./events";
import { type FleetSnapshot, takeFleetSnapshot } from "./fleet-snapshot";
import { Lifecycle } from "./lifecycle";
import { collectResults, type SimulationResults } from "./results";
import { BucketSeries } from "./series";
import type { EngineSpec } from "./simulated-engine";
import { type EngineEvents, SimulatedFleet } from "./simulated-fleet";
import { resolveOptions, type SimulationOptions, type SimulationOptionsInput } from "./simulation-options";
import { Workload } from "./workload";

/** An engine of the simulated fleet. */
export interface SimulationEngine {
  /** Its name in all calls; each engine's is another. */
  readonly id: string;
  /** The role that it begins with. */
  readonly role: Role;
  /** Its abilities. Its upper bounds on requests and KV tokens are the limits of its decode batch. */
  readonly profile: EngineProfileInput;
}

/** Inputs of a simulation. */
export interface SimulationInput extends EngineEvents {
  /** By time, as a trace has them. */
  readonly requests: readonly TraceRequest[];
  /** At least one. Of equal engines the first one is preferred. */
  readonly engines: readonly SimulationEngine[];
  readonly options?: SimulationOptionsInput | undefined;
  /** Set to the simulated time, which begins at 0, before each call that the simulation makes. */
  readonly clock?: ManualClock | undefined;
  /** A request (a place in `requests`) arrives: gives the handle that will be told what happens to it. */
  readonly open: (request: number) => RequestEvents;
  /** Called after each event, with the fleet as the event has left it; passes are no events. */
  readonly onEvent?: (() => void) | undefined;
  /** A monitoring pass. Passes come at k * passIntervalS, k = 1, 2, .., until all requests have ended. */
  readonly onPass?: ((timeS: number) => void) | undefined;
  /** Seconds, > 0; default 1. */
  readonly passIntervalS?: number | undefined;
  /** Draws what prefill times are multiplied with (mean 1), once a request, in place of the lognormal noise. */
  readonly prefillNoise?: (() => number) | undefined;
}

/**
 * A discrete-event simulation of a disaggregated fleet: admission, prefill, KV transfer and continuous batching. It
 * leaves out speculative decoding and pipeline stages. In transit a request is on no
 * engine, so that a fault spares it.
 *
 * The same input gives the same calls at the same times, bit for
 * bit, in every JavaScript engine; it reads no clock but sets the one that it is given.
 *
 * Of what happens at the same time, the order of scheduling decides; a pass comes after all events of its time. What
 * a callback throws ends the step that it happened in and leaves the simulation unusable.
 *
 * @example
 * const clock = manualClock(0);
 * const pool = createPoolSync({ ...config, clock });
 * const simulation = new Simulation({
 *   requests: trace.requests,
 *   engines,
 *   clock,
 *   open: () => pool.open(),
 *   onPass: () => {
 *     for (const { moves } of pool.pass().decisions) for (const m of moves) simulation.setRole(m.engine, m.to);
 *   },
 * });
 * simulation.run();
 * console.log(simulation.results().attainment);
 */
export class Simulation {
  /** The options in force. */
  readonly options: SimulationOptions;
  readonly #clock: ManualClock;
  readonly #agenda = new EventHeap();
  readonly #series: BucketSeries;
  readonly #lifecycle: Lifecycle;
  readonly #fleet: SimulatedFleet;
  readonly #onEvent: () => void;
  readonly #onPass: (timeS: number) => void;
  readonly #passIntervalS: number;
  #passes = 0;
  #timeS = 0;

  /**
   * @throws ConfigError that names an option, an engine's id or role, or `passIntervalS`
   * @throws ProfileError that names engine and field
   * @throws ArgumentError that names a request and its field, or where the last one arrives after 4 million passes
   */
  constructor(input: SimulationInput) {
    const engines = checkEngines(input.engines);
    this.options = resolveOptions(input.options ?? {}, new Set(engines.map((engine) => engine.id)));
    this.#passIntervalS = checkPassInterval(input.passIntervalS ?? 1);
    this.#onEvent = input.onEvent ?? (() => {});
    this.#onPass = input.onPass ?? (() => {});
    this.#clock = input.clock ?? manualClock();
    this.#series = new BucketSeries(this.options.bucketS);
    const workload = new Workload(input.requests, this.options, input.prefillNoise);
    const lastS = workload.arrivalS.at(-1) ?? 0;
    if (!(lastS / this.#passIntervalS <= MAX_PASSES)) throw tooLong(lastS, this.#passIntervalS);
    this.#lifecycle = new Lifecycle(workload, this.options, this.#agenda, this.#series, input.open);
    const run = { options: this.options, agenda: this.#agenda, series: this.#series, lifecycle: this.#lifecycle };
    this.#fleet = new SimulatedFleet(engines, run, input);
  }

  /** The simulated time in seconds; it begins at 0. */
  get timeS(): number {
    return this.#timeS;
  }

  /** Whether all requests have ended: nothing will happen any more. */
  get done(): boolean {
    return this.#lifecycle.endedCount === this.#lifecycle.workload.count;
  }

  /** Share of the requests that have ended, 0 .. 1. */
  get progress(): number {
    return this.done ? 1 : this.#lifecycle.endedCount / this.#lifecycle.workload.count;
  }

  /** Runs until all requests have ended. */
  run(): void {
    this.step(Number.POSITIVE_INFINITY);
  }

  /**
   * Lets happen what is due up to `untilS`, that time included. Afterwards it is `untilS`, or the time at which the
   * last request ended if that came first; a time in the past changes nothing.
   *
   * @throws ArgumentError if `untilS` is NaN, or the run would take more than 4 million passes
   */
  step(untilS: number): void {
    if (Number.isNaN(untilS)) throw new ArgumentError("untilS", "must be a time in seconds", untilS);
    while (!this.done) {
      const passS = (this.#passes + 1) * this.#passIntervalS;
      const nextS = Math.min(passS, this.#agenda.nextS);
      if (nextS > untilS) break;
      this.#moveOn(nextS);
      if (this.#agenda.nextS <= passS) this.#handleNext();
      else this.#pass();
    }
    if (!this.done && untilS > this.#timeS) this.#moveOn(untilS);
  }

  /**
   * Moves an engine to a role, `moveS` from now; until then it works in its old one. Its residents stay and finish
   * where they are. Of several moves of one engine only the last one counts; back to its present role is no move. It
   * may be called at any time, from callbacks too: nothing changes before the event at hand is over.
   *
   * @throws UnknownIdError, or ArgumentError for an unknown role
   */
  setRole(engine: string, role: Role): void {
    const found = this.#fleet.engines.find(({ id }) => id === engine);
    if (!found) throw new UnknownIdError("engine", engine);
    if (!isRole(role)) throw new ArgumentError("role", ROLE_RULE, role);
    this.#fleet.moveRole(found, role, this.#timeS);
  }

  /** The fleet as it is now. */
  snapshot(): FleetSnapshot {
    return takeFleetSnapshot(this.#timeS, this.#fleet);
  }

  /** Measurements up to now: a copy. */
  results(): SimulationResults {
    return collectResults(this.#timeS, this.#lifecycle, this.#series, this.#fleet.engines);
  }

  #moveOn(timeS: number): void {
    this.#timeS = timeS;
    this.#clock.set(timeS);
    this.#series.advance(timeS);
  }

  #handleNext(): void {
    const event = this.#agenda.pop();
    if (event) this.#fleet.handle(event);
    this.#onEvent();
  }

  #pass(): void {
    this.#passes++;
    if (this.#passes > MAX_PASSES) throw tooLong(this.#timeS, this.#passIntervalS);
    this.#onPass(this.#timeS);
  }
}

/**
 * The most passes of a run, 46 days of one a second: times that are far apart, or a request that takes forever, must not
 * keep it going without end.
 */
const MAX_PASSES = 4_000_000;

function tooLong(timeS: number, passIntervalS: number): ArgumentError {
  const rule = `must take at most ${MAX_PASSES} passes, one every ${passIntervalS} s of simulated time`;
  return new ArgumentError("the run", rule, timeS);
}

const ROLE_RULE = 'must be "prefill" or "decode"';

function isRole(role: unknown): role is Role {
  return role === "prefill" || role === "decode";
}

function checkEngines(engines: readonly SimulationEngine[]): EngineSpec[] {
  if (engines.length === 0) throw new ConfigError("engines", "must have at least one engine", engines);
  const ids = new Set<string>();
  return engines.map(({ id, role, profile }, index) => {
    if (ids.has(id)) throw new ConfigError(`engines.${index}.id`, "must be another than those before it", id);
    if (!isRole(role)) throw new ConfigError(`engines.${index}.role`, ROLE_RULE, role);
    ids.add(id);
    return { id, role, profile: checkProfile(id, profile) };
  });
}

function checkPassInterval(passIntervalS: number): number {
  if (passIntervalS > 0 && passIntervalS < Number.POSITIVE_INFINITY) return passIntervalS;
  throw new ConfigError("passIntervalS", "must be > 0 s and finite", passIntervalS);
}
