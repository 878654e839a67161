import type { Phase } from "../roles";
import type { Engine, Resident } from "./engine";
import { type KindState, LiveModels } from "./live-models";
import { LiveSignals, type LiveSignalsState, NO_SIGNALS } from "./live-signals";
import type { FleetConfig } from "./options";

/** Models and signals of a fleet, for a handoff. */
export interface LearnedFleetState {
  readonly kinds: readonly KindState[];
  readonly signals: LiveSignalsState;
}

/** Share of their weight that measurements keep in a pass while their model is refuted: half is gone in 7 s. */
const KEPT_IN_DOUBT = 0.9;

/** Learns from a fleet while it works: what its engines can do, and how the SLOs are kept. */
export class FleetLearning {
  readonly models = new LiveModels();
  readonly signals = new LiveSignals();
  readonly #config: FleetConfig;

  constructor(config: FleetConfig) {
    this.#config = config;
  }

  /** A request became a resident of the engine. */
  dispatched(engine: Engine, phase: Phase, nowS: number): void {
    if (phase === "prefill" && engine.prefillRequests === 1) this.models.started(engine, nowS);
  }

  /** Prefill of a request has ended on the engine. */
  firstToken(engine: Engine, { prefillTokens, arrivedS }: Resident, nowS: number): void {
    const tookS = this.models.ended(engine, prefillTokens, nowS);
    this.signals.firstToken(nowS - arrivedS, tookS, this.#config.ttftSloS);
  }

  /** The models of a phase turned out wrong: what they have learned counts for less, so that they learn faster. */
  doubt(phase: Phase): void {
    this.models.doubt(phase, KEPT_IN_DOUBT);
  }

  /** A monitoring pass has ended. */
  roll(engines: readonly Engine[], waitsForDecode: boolean, nowS: number): void {
    this.models.roll(engines, waitsForDecode);
    this.signals.roll(engines, this.#config.tpotSloS, nowS);
  }

  /** The learned state so far. */
  exportState(): LearnedFleetState {
    return { kinds: this.models.exportState(), signals: this.signals.exportState() };
  }

  /** Goes on from what another fleet has learned; null: nothing. */
  importState(state: LearnedFleetState | null, engines: readonly Engine[]): void {
    this.models.importState(state?.kinds ?? [], engines);
    this.signals.importState(state?.signals ?? NO_SIGNALS);
  }
}
