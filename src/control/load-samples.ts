import type { Fleet } from "../fleet";

/** Waiting prefill work counts as if it were to be done in this time, as headroom takes it. */
const DRAIN_S = 3;
/** The most samples that are kept. */
const MOST = 256;

interface LoadSample {
  readonly atS: number;
  readonly load: number;
}

/** Loads of the tighter role, looked at once a pass: work per engine, 1 is all that the engines can do. */
export class LoadSamples {
  readonly #keptS: number;
  #samples: LoadSample[] = [];

  /** @param keptS how long they are kept after a later look; the last ones of that length answer */
  constructor(keptS: number) {
    this.#keptS = keptS;
  }

  /** Looks at the fleet. */
  add(fleet: Fleet, nowS: number): void {
    // Twice as long: of two spans that follow each other, both are known.
    const fromS = nowS - 2 * this.#keptS;
    if ((this.#samples[0]?.atS ?? nowS) < fromS || this.#samples.length >= MOST) {
      this.#samples = this.#samples.filter(({ atS }) => atS >= fromS).slice(1 - MOST);
    }
    this.#samples.push({ atS: nowS, load: tighterLoad(fleet) });
  }

  /** Mean of the looks after one time and up to another; null without any. */
  mean(fromS: number, toS: number): number | null {
    let sum = 0;
    let count = 0;
    for (const { atS, load } of this.#samples) {
      if (atS <= fromS || atS > toS) continue;
      sum += load;
      count += 1;
    }
    return count === 0 ? null : sum / count;
  }

  clear(): void {
    this.#samples = [];
  }
}

/** Work of a role in engines: those that are at it, and what waits. */
function tighterLoad({ engines, moves }: Fleet): number {
  const count = { prefill: 0, decode: 0 };
  let prefill = 0;
  let decode = 0;
  for (const engine of engines) {
    const { role, profile, prefillRequests } = engine;
    count[role] += 1;
    decode += engine.decodeWork();
    if (prefillRequests > 0) prefill += 1 + (engine.residentPrefillS() * (1 - 1 / prefillRequests)) / DRAIN_S;
    // The mean of the engines' prices.
    prefill += moves.queuedPrefill.seconds(profile) / engines.length / DRAIN_S;
  }
  return Math.max(prefill / Math.max(1, count.prefill), decode / Math.max(1, count.decode));
}
