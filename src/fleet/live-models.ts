import type { EngineProfile } from "../profile";
import { profileKey } from "../profile";
import type { Phase } from "../roles";
import type { Engine } from "./engine";
import { LiveModel, type LiveModelState } from "./live-model";

/** The live model of one kind, with what names the kind. */
export interface KindState {
  readonly kind: string;
  readonly model: LiveModelState;
}

/** The most kinds that are kept: those that no engine is of any more go first. */
const MAX_KINDS = 256;

/** Live models of a fleet: one for each kind of engine, which is that of the engines of one profile. */
export class LiveModels {
  readonly #models = new Map<string, LiveModel>();

  /** The engine is of the kind that its profile says. */
  enroll(engine: Engine): void {
    const kind = kindOf(engine.profile);
    const model = this.#models.get(kind) ?? new LiveModel(engine.profile);
    this.#models.set(kind, model);
    engine.learning = { model, busySinceS: engine.learning?.busySinceS ?? 0, alone: false };
  }

  /** The engine begins to have prefill residents. */
  started({ learning, decodeRequests }: Engine, nowS: number): void {
    if (learning === null) return;
    learning.busySinceS = nowS;
    learning.alone = decodeRequests === 0;
  }

  /**
   * A prefill of so many tokens ended on the engine. Its prefills are taken as if one ran after the other; beside decode
   * residents they teach nothing.
   *
   * @returns the seconds that it took
   */
  ended({ learning, decodeRequests }: Engine, tokens: number, nowS: number): number {
    if (learning === null) return 0;
    const tookS = nowS - learning.busySinceS;
    const alone = decodeRequests === 0;
    if (learning.alone && alone && tokens > 0 && tookS > 0) learning.model.prefilled(tokens, tookS);
    learning.busySinceS = nowS;
    learning.alone = alone;
    return Math.max(0, tookS);
  }

  /** A monitoring pass has ended: what it taught is in force from now on. */
  roll(engines: readonly Engine[], waitsForDecode: boolean): void {
    for (const { learning, role, decodeRequests, decodeTokens } of engines) {
      if (waitsForDecode && role === "decode") learning?.model.full(decodeRequests, decodeTokens);
    }
    for (const model of this.#models.values()) model.publish();
    if (this.#models.size > MAX_KINDS) this.#dropUnused(engines);
  }

  /** Measurements of a phase keep only this share of their weight, 0 .. 1. */
  doubt(phase: Phase, kept: number): void {
    for (const model of this.#models.values()) model[phase].forget(kept);
  }

  exportState(): KindState[] {
    return [...this.#models].map(([kind, model]) => ({ kind, model: model.exportState() }));
  }

  /** Goes on from what was known elsewhere of the kinds of these engines. */
  importState(states: readonly KindState[], engines: readonly Engine[]): void {
    const known = new Map(states.map(({ kind, model }) => [kind, model]));
    this.#models.clear();
    for (const engine of engines) {
      this.enroll(engine);
      const kind = kindOf(engine.profile);
      const state = known.get(kind);
      if (state) engine.learning?.model.importState(state);
      known.delete(kind);
    }
  }

  #dropUnused(engines: readonly Engine[]): void {
    const used = new Set(engines.map(({ profile }) => kindOf(profile)));
    for (const kind of this.#models.keys()) if (!used.has(kind)) this.#models.delete(kind);
  }
}

/** Engines of one profile are of one kind, and so are all without. */
export function kindOf(profile: EngineProfile | null): string {
  return profile === null ? "" : profileKey(profile);
}
