import { RANDOM_STREAMS, Random } from "../random/random";
import type { Role } from "../roles";
import { Admission } from "./admission";
import { Arrivals } from "./arrivals";
import { EVENT, type SimulationEvent } from "./event-heap";
import { END } from "./events";
import { Placement } from "./placement";
import { STAGE } from "./progress";
import { LEVEL } from "./series";
import { type EngineSpec, SimulatedEngine } from "./simulated-engine";
import type { SimulationContext } from "./simulation-context";

/** Events of the engines, for the owner of a simulation. */
export interface EngineEvents {
  /** A move has taken effect, or an engine says so (`moveLieShare`). */
  readonly onMoved?: ((engine: string, role: Role) => void) | undefined;
  /** A move has failed: the engine has its old role. */
  readonly onMoveFailed?: ((engine: string) => void) | undefined;
  /** An engine went down (its residents fail right after), or is up again. */
  readonly onAvailable?: ((engine: string, available: boolean) => void) | undefined;
}

/** The fleet: what each event does to it. */
export class SimulatedFleet {
  readonly engines: readonly SimulatedEngine[];
  readonly admission: Admission;
  readonly placement: Placement;
  readonly #arrivals: Arrivals;
  readonly #run: SimulationContext;
  readonly #owner: EngineEvents;
  readonly #moveFates: Random;
  /** Engines that wait for their residents to end. */
  #leaving = 0;

  constructor(engines: readonly EngineSpec[], run: SimulationContext, owner: EngineEvents) {
    this.engines = engines.map((engine, index) => new SimulatedEngine(index, engine, run));
    this.admission = new Admission(this.engines, run);
    this.placement = new Placement(this.engines, run);
    this.#arrivals = new Arrivals(run);
    this.#run = run;
    this.#owner = owner;
    this.#moveFates = new Random(run.options.seed, RANDOM_STREAMS.moveFate);
    this.#scheduleFaults();
    this.#arrivals.schedule(0, 0);
    this.#countEngines();
  }

  /** Lets an event happen, at its time. */
  handle({ kind, subject, stamp, timeS }: SimulationEvent): void {
    switch (kind) {
      case EVENT.arrival:
        this.#arrive(subject, timeS);
        break;
      case EVENT.uploadEnd:
        this.#size(subject, timeS);
        break;
      case EVENT.admission:
        this.admission.admit(subject, timeS);
        break;
      case EVENT.prefillEnd:
        this.#endPrefill(this.#engine(subject), stamp, timeS);
        break;
      case EVENT.transferEnd:
        this.placement.arrive(subject, timeS);
        break;
      case EVENT.iterationEnd:
        this.#endIteration(this.#engine(subject), stamp, timeS);
        break;
      case EVENT.deadline:
        this.#expire(subject, stamp, timeS);
        break;
      case EVENT.roleMove:
        this.#endRoleChange(this.#engine(subject), stamp);
        break;
      case EVENT.retry:
        this.#retry(subject, timeS);
        break;
      case EVENT.faultStart:
        this.#fault(this.#engine(subject), timeS);
        break;
      case EVENT.faultEnd:
        this.#recover(this.#engine(subject));
        break;
    }
    // After all joins of the event: an iteration takes everyone who came at its time.
    for (const engine of this.engines) engine.start(timeS);
    if (this.#leaving > 0) this.#letLeave(timeS);
    this.#arrivals.release(timeS);
  }

  /** Plans a change of role, in place of an earlier plan. */
  moveRole(engine: SimulatedEngine, role: Role, nowS: number): void {
    const afterS = engine.roleChange.plan(role);
    if (afterS !== null) this.#run.agenda.push(nowS + afterS, EVENT.roleMove, engine.index, engine.roleChange.stamp);
    this.#letLeave(nowS);
    this.#countEngines();
  }

  #scheduleFaults(): void {
    for (const { engine, fromS, toS } of this.#run.options.faults) {
      const index = this.engines.findIndex(({ id }) => id === engine);
      this.#run.agenda.push(fromS, EVENT.faultStart, index);
      this.#run.agenda.push(toS, EVENT.faultEnd, index);
    }
  }

  #arrive(request: number, nowS: number): void {
    this.#arrivals.arrive(request, nowS);
    this.#run.agenda.push(nowS + this.#run.options.sizingDelayS, EVENT.uploadEnd, request);
    this.#arrivals.schedule(request + 1, nowS);
  }

  #size(request: number, nowS: number): void {
    if (!this.#run.lifecycle.size(request, nowS)) return;
    this.#run.agenda.push(nowS + this.#run.options.tokenizationDelayS, EVENT.admission, request);
  }

  #endPrefill(engine: SimulatedEngine, stamp: number, nowS: number): void {
    if (!engine.stop(stamp)) return;
    if (this.#run.options.chunkTokens > 0) engine.decode.finish(this.#run.lifecycle, nowS);
    for (const request of engine.prefill.finish()) {
      if (engine.rejoins(request)) continue;
      if (this.#run.lifecycle.endPrefill(request, nowS)) this.#hand(request, engine, nowS);
    }
    this.admission.dispatch();
    if (this.#run.options.chunkTokens > 0) this.placement.place();
  }

  /** Hands a prefilled request over to decode. */
  #hand(request: number, engine: SimulatedEngine, nowS: number): void {
    if (this.#run.options.aggregated) {
      this.placement.stay(engine, request);
      return;
    }
    const inputTokens = this.#run.lifecycle.workload.inputTokens[request] as number;
    this.#run.agenda.push(engine.link.send(inputTokens, nowS), EVENT.transferEnd, request);
  }

  #endIteration(engine: SimulatedEngine, stamp: number, nowS: number): void {
    if (!engine.stop(stamp)) return;
    engine.decode.finish(this.#run.lifecycle, nowS);
    if (this.#run.options.aggregated) this.admission.dispatch();
    this.placement.place();
  }

  #retry(request: number, nowS: number): void {
    this.#run.lifecycle.reopen(request, nowS);
    this.#run.agenda.push(nowS + this.#run.options.sizingDelayS, EVENT.uploadEnd, request);
  }

  #expire(request: number, attempt: number, nowS: number): void {
    if (attempt !== this.#run.lifecycle.progress.retries[request]) return;
    const stage = this.#run.lifecycle.progress.stage[request];
    if (stage === STAGE.prefillLine) this.admission.expire(request, nowS);
    if (stage === STAGE.decodeLine) this.placement.expire(request, nowS);
  }

  /** Engines that are to leave their role, and are empty, go away. */
  #letLeave(nowS: number): void {
    const draining = this.engines.filter(({ roleChange }) => roleChange.draining);
    const empty = draining.filter((engine) => engine.emptyAt(nowS));
    for (const { roleChange, index } of empty) {
      this.#run.agenda.push(nowS + roleChange.leave(), EVENT.roleMove, index, roleChange.stamp);
    }
    this.#leaving = draining.length - empty.length;
  }

  #endRoleChange(engine: SimulatedEngine, stamp: number): void {
    const { roleChange, role, id } = engine;
    if (!roleChange.end(stamp)) return;
    const { nextRole } = roleChange;
    const fate = role === nextRole ? "none" : this.#drawMoveFate();
    if (fate === "works") engine.takeRole();
    this.#countEngines();
    if (fate === "fails") this.#owner.onMoveFailed?.(id);
    else if (fate !== "none") this.#owner.onMoved?.(id, nextRole);
    this.#fillEngines();
  }

  #drawMoveFate(): "works" | "fails" | "lies" {
    const { moveFailShare, moveLieShare } = this.#run.options;
    const fate = this.#moveFates.uniform();
    if (fate < moveFailShare) return "fails";
    return fate < moveFailShare + moveLieShare ? "lies" : "works";
  }

  #fault(engine: SimulatedEngine, nowS: number): void {
    const wasAvailable = engine.available;
    const lost = engine.fault();
    this.#countEngines();
    if (wasAvailable) this.#owner.onAvailable?.(engine.id, false);
    for (const request of lost) this.#run.lifecycle.end(request, END.failed, nowS);
  }

  #recover(engine: SimulatedEngine): void {
    engine.recover();
    if (!engine.available) return;
    this.#countEngines();
    this.#owner.onAvailable?.(engine.id, true);
    this.#fillEngines();
  }

  #fillEngines(): void {
    this.admission.dispatch();
    this.placement.place();
  }

  #countEngines(): void {
    const serving = (phase: Role) => this.engines.filter((engine) => engine.serves(phase)).length;
    this.#run.series.set(LEVEL.prefillEngines, serving("prefill"));
    this.#run.series.set(LEVEL.decodeEngines, serving("decode"));
  }

  #engine(index: number): SimulatedEngine {
    return this.engines[index] as SimulatedEngine;
  }
}
