import type { Engine, Fleet } from "../fleet";
import { maxKvTokens } from "../profile";

/** Work of both phases, in engines that it takes. */
export interface PhaseWork {
  readonly prefill: number;
  readonly decode: number;
}

/** Engines of both roles. */
export interface Split {
  readonly prefill: number;
  readonly decode: number;
}

/** Waiting prefill work counts as if it were to be done in this time, as headroom takes it. */
const DRAIN_S = 3;
/** The most looks that are kept. */
const MOST = 256;

interface WorkSample extends PhaseWork {
  readonly atS: number;
}

/** Load of the tighter role of a split: work per engine; 1 is all that the engines can do. */
export function tighterLoad(work: PhaseWork, split: Split): number {
  return Math.max(work.prefill / Math.max(1, split.prefill), work.decode / Math.max(1, split.decode));
}

/** The work of a fleet as it is measured: engines at work, and what waits. It is looked at once a pass. */
export class WorkSamples {
  readonly #keptS: number;
  #samples: WorkSample[] = [];

  /** @param keptS how long a look is kept, in seconds */
  constructor(keptS: number) {
    this.#keptS = keptS;
  }

  /** Looks at the fleet. */
  add(fleet: Fleet, tpotSloS: number, nowS: number): void {
    const fromS = nowS - this.#keptS;
    if ((this.#samples[0]?.atS ?? nowS) < fromS || this.#samples.length >= MOST) {
      this.#samples = this.#samples.filter(({ atS }) => atS >= fromS).slice(1 - MOST);
    }
    this.#samples.push({ atS: nowS, ...workOf(fleet, tpotSloS) });
  }

  /** Mean of the looks after one time and up to another; null without any. */
  mean(fromS: number, toS: number): PhaseWork | null {
    const within = this.#samples.filter(({ atS }) => atS > fromS && atS <= toS);
    if (within.length === 0) return null;
    const mean = (of: (work: PhaseWork) => number) => within.reduce((sum, work) => sum + of(work), 0) / within.length;
    return { prefill: mean(({ prefill }) => prefill), decode: mean(({ decode }) => decode) };
  }

  clear(): void {
    this.#samples = [];
  }
}

function workOf({ engines, moves }: Fleet, tpotSloS: number): PhaseWork {
  let prefill = 0;
  let decode = 0;
  for (const engine of engines) {
    const { prefillRequests } = engine;
    const profile = engine.learning?.model.profile ?? engine.profile;
    // The engine is at the first of them; the others wait.
    if (prefillRequests > 0) {
      prefill += 1 + (engine.residentPrefillS(profile) * (1 - 1 / prefillRequests)) / DRAIN_S;
    }
    // By the mean of the engines.
    if (profile !== null) prefill += moves.queuedPrefill.seconds(profile) / engines.length / DRAIN_S;
    decode += decodeWorkOf(engine, tpotSloS);
  }
  // More than all engines can do is as bad as all.
  return { prefill: Math.min(engines.length, prefill), decode: Math.min(engines.length, decode) };
}

/** Engines that the decode residents take: by a learned profile, else as semantics, section 7, has it. */
function decodeWorkOf(engine: Engine, tpotSloS: number): number {
  const learned = engine.learning?.model.profile;
  if (!learned) return engine.decodeWork();
  if (engine.decodeRequests === 0) return 0;
  const ceiling = maxKvTokens(learned, tpotSloS, engine.decodeRequests);
  return ceiling > 0 ? engine.decodeTokens / ceiling : 1;
}
