import type { SimulatedEngine } from "./simulated-engine";
import type { SimulationOptions } from "./simulation-options";

/** How a router chooses among the engines that could take a request. */
export class Routing {
  readonly #engines: readonly SimulatedEngine[];
  readonly #rule: SimulationOptions["routing"];
  #last = -1;

  constructor(engines: readonly SimulatedEngine[], { routing }: SimulationOptions) {
    this.#engines = engines;
    this.#rule = routing;
  }

  /** The engine for a request: `takes` says which ones can take it, `before` which of two has less work. */
  pick(
    takes: (engine: SimulatedEngine) => boolean,
    before: (a: SimulatedEngine, b: SimulatedEngine) => boolean,
  ): SimulatedEngine | undefined {
    return this.#rule === "round_robin" ? this.#next(takes) : this.#least(takes, before);
  }

  #least(
    takes: (engine: SimulatedEngine) => boolean,
    before: (a: SimulatedEngine, b: SimulatedEngine) => boolean,
  ): SimulatedEngine | undefined {
    let best: SimulatedEngine | undefined;
    for (const engine of this.#engines) {
      if (takes(engine) && (!best || before(engine, best))) best = engine;
    }
    return best;
  }

  #next(takes: (engine: SimulatedEngine) => boolean): SimulatedEngine | undefined {
    const { length } = this.#engines;
    for (let step = 1; step <= length; step++) {
      const index = (this.#last + step) % length;
      const engine = this.#engines[index] as SimulatedEngine;
      if (!takes(engine)) continue;
      this.#last = index;
      return engine;
    }
    return undefined;
  }
}
