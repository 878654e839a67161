import type { Pool } from "../pool/pool";
import type { FleetSnapshot } from "../simulation/fleet-snapshot";

/** How a replay stands at one instant. */
export interface Levels {
  /** Loads of the roles; 1 is the SLO's limit. */
  readonly prefillLoad: number;
  readonly decodeLoad: number;
  /** Requests that wait for their prefill to begin, in a line or on an engine. */
  readonly prefillWaiting: number;
  /** Requests that wait for room in a decode batch. */
  readonly decodeWaiting: number;
}

/** Mean and peak of some instants. */
export interface LevelSummary {
  readonly prefillLoadMean: number;
  readonly prefillLoadPeak: number;
  readonly decodeLoadMean: number;
  readonly decodeLoadPeak: number;
  readonly prefillWaitingMean: number;
  readonly prefillWaitingPeak: number;
  readonly decodeWaitingMean: number;
  readonly decodeWaitingPeak: number;
}

/** Looks at a replay; that changes nothing. */
export function levelsOf(pool: Pool, { prefillQueue, decodeQueue, engines }: FleetSnapshot): Levels {
  const loads = pool.loads();
  let onEngines = 0;
  for (const { prefillResidents, work } of engines) onEngines += prefillResidents - (work === "prefill" ? 1 : 0);
  return {
    prefillLoad: loads.prefill ?? 0,
    decodeLoad: loads.decode ?? 0,
    prefillWaiting: prefillQueue + onEngines,
    decodeWaiting: decodeQueue,
  };
}

/** Mean and peak of one quantity. */
class Level {
  #sum = 0;
  #count = 0;
  #peak = 0;

  add(value: number): void {
    this.#sum += value;
    this.#count += 1;
    this.#peak = Math.max(this.#peak, value);
  }

  get mean(): number {
    return this.#count === 0 ? 0 : this.#sum / this.#count;
  }

  get peak(): number {
    return this.#peak;
  }
}

/** Sums the instants of one row up, in memory that does not grow with their number. */
export class RowLevels {
  readonly #prefillLoad = new Level();
  readonly #decodeLoad = new Level();
  readonly #prefillWaiting = new Level();
  readonly #decodeWaiting = new Level();
  #empty = true;

  /** Whether it has seen no instant. */
  get empty(): boolean {
    return this.#empty;
  }

  add({ prefillLoad, decodeLoad, prefillWaiting, decodeWaiting }: Levels): void {
    this.#empty = false;
    this.#prefillLoad.add(prefillLoad);
    this.#decodeLoad.add(decodeLoad);
    this.#prefillWaiting.add(prefillWaiting);
    this.#decodeWaiting.add(decodeWaiting);
  }

  summary(): LevelSummary {
    return {
      prefillLoadMean: this.#prefillLoad.mean,
      prefillLoadPeak: this.#prefillLoad.peak,
      decodeLoadMean: this.#decodeLoad.mean,
      decodeLoadPeak: this.#decodeLoad.peak,
      prefillWaitingMean: this.#prefillWaiting.mean,
      prefillWaitingPeak: this.#prefillWaiting.peak,
      decodeWaitingMean: this.#decodeWaiting.mean,
      decodeWaitingPeak: this.#decodeWaiting.peak,
    };
  }
}
