import type { EngineProfileInput } from "../profile";
import type { Phase } from "../roles";
import type { Engine } from "./engine";
import { Fleet } from "./fleet";
import { type KindState, LiveModels } from "./live-models";
import { LiveSignals, type LiveSignalsState, NO_SIGNALS } from "./live-signals";
import type { EngineOptions, FleetConfig } from "./options";
import type { FleetRequest } from "./request";

/** What a fleet has learned, and needs to go on elsewhere. */
export interface LearnedFleetState {
  readonly kinds: readonly KindState[];
  readonly signals: LiveSignalsState;
}

/** A fleet that also learns what its engines can do, and watches how the SLOs are kept. */
export class MeasuredFleet extends Fleet {
  readonly models = new LiveModels();
  readonly signals = new LiveSignals();
  readonly #config: FleetConfig;

  constructor(config: FleetConfig) {
    super(config);
    this.#config = config;
  }

  override addEngine(options: EngineOptions, nowS: number): Engine {
    const engine = super.addEngine(options, nowS);
    this.models.enroll(engine);
    return engine;
  }

  override setProfile(engineId: string, profile: EngineProfileInput | null): void {
    super.setProfile(engineId, profile);
    this.models.enroll(this.engine(engineId));
  }

  override dispatch(engine: Engine, request: FleetRequest, phase: Phase, nowS: number): void {
    super.dispatch(engine, request, phase, nowS);
    if (phase === "prefill" && engine.prefillRequests === 1) this.models.started(engine, nowS);
  }

  override firstToken(request: FleetRequest, nowS: number): boolean {
    const { engine, prefillTokens } = request;
    if (!super.firstToken(request, nowS)) return false;
    const tookS = engine ? this.models.ended(engine, prefillTokens, nowS) : 0;
    this.signals.firstToken(nowS - request.arrivedS, tookS, this.#config.ttftSloS);
    return true;
  }

  override roll(nowS: number): void {
    super.roll(nowS);
    this.models.roll(this.engines, this.waitsForDecode());
    this.signals.roll(this.engines, this.#config.tpotSloS, nowS);
  }

  /** What was learned so far. */
  exportLearned(): LearnedFleetState {
    return { kinds: this.models.exportState(), signals: this.signals.exportState() };
  }

  /** Goes on from what another fleet has learned; null: nothing. */
  importLearned(state: LearnedFleetState | null): void {
    this.models.importState(state?.kinds ?? [], this.engines);
    this.signals.importState(state?.signals ?? NO_SIGNALS);
  }
}
