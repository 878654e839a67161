import { MAX_ENGINES } from "../config";
import type { Engine } from "./engine";

/** The decode correction of a fleet. It keeps the last one, since the corrections of engines rarely change. */
export class DecodeCorrection {
  /** Corrections of the decode engines at the last look, and how many there were. */
  readonly #corrections = new Float64Array(MAX_ENGINES);
  #engines = 0;
  #median = 1;

  /** The median over the engines with the decode role, 1 if there are none (semantics, section 6). */
  of(engines: readonly Engine[]): number {
    const corrections = this.#corrections;
    let decodeEngines = 0;
    let changed = false;
    for (const engine of engines) {
      if (engine.role !== "decode") continue;
      if (corrections[decodeEngines] !== engine.correction) changed = true;
      corrections[decodeEngines] = engine.correction;
      decodeEngines += 1;
    }
    if (changed || decodeEngines !== this.#engines) this.#median = medianOf(corrections.slice(0, decodeEngines));
    this.#engines = decodeEngines;
    return this.#median;
  }
}

function medianOf(corrections: Float64Array): number {
  const { length } = corrections;
  if (length === 0) return 1;
  const sorted = corrections.sort();
  const lower = sorted[(length - 1) >> 1] as number;
  return (lower + (sorted[length >> 1] as number)) / 2;
}
