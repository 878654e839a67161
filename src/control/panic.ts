import type { Config } from "../config";
import type { Fleet } from "../fleet";

/** Observed loads of the two pools. */
export interface PoolLoads {
  readonly prefill: number;
  readonly decode: number;
}

/** The loads of the two pools now. */
export function poolLoads(fleet: Fleet, nowS: number): PoolLoads {
  return { prefill: fleet.poolLoad("prefill", nowS), decode: fleet.poolLoad("decode", nowS) };
}

/** Whether decode has been in such need, and prefill so idle, that a move to decode need not cool down (section 11). */
export class PanicBypass {
  readonly #config: Config;
  #steps = 0;

  constructor(config: Config) {
    this.#config = config;
  }

  /** Notes the loads of a step; every call of a step does. */
  note(loads: PoolLoads): void {
    this.#steps = this.#panics(loads) ? this.#steps + 1 : 0;
  }

  /** Whether it holds now, and has at each of the last steps. */
  holds(loads: PoolLoads): boolean {
    return this.#panics(loads) && this.#steps >= this.#config.sustainedIntervals;
  }

  /** Steps in a row that it has held at. */
  get steps(): number {
    return this.#steps;
  }

  /** Goes on from another controller's count. */
  importSteps(steps: number): void {
    this.#steps = steps;
  }

  #panics({ prefill, decode }: PoolLoads): boolean {
    const { panicRatio, expand, shrink } = this.#config;
    return panicRatio > 0 && decode >= panicRatio * expand && prefill <= shrink;
  }
}
