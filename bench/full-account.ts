import { type Config, resolveConfig } from "../src/index";
import { Accounting } from "../src/parts";
import { lengths, SteadyClock } from "./workload";

export const DEFAULTS = resolveConfig({ ttftSloS: 1, tpotSloS: 0.05 });

/** 2,000 requests between two decisions, 5 s apart. */
export const REQUESTS_PER_S = 400;

export interface AccountSpec {
  readonly config?: Config;
  /** Shapes of the arrivals of one bucket. By default more than a bucket keeps exactly: its overflow cell is in use. */
  readonly shapes?: number;
}

/** An account with all of its windows full, which stay so however many requests follow. */
export class FullAccount {
  readonly clock = new SteadyClock();
  readonly accounting: Accounting;
  readonly #arrivals: readonly number[];
  /** Without an overflow: only so they are learned from. */
  readonly #completions: readonly number[];
  readonly #gapS: number;
  #requests = 0;

  constructor({ config = DEFAULTS, shapes = 160 }: AccountSpec = {}) {
    this.accounting = new Accounting(config, this.clock);
    this.#arrivals = lengths(shapes);
    this.#completions = lengths(Math.min(shapes, config.maxShapes));
    const rate = Math.max(REQUESTS_PER_S, shapes);
    this.#gapS = 1 / rate;
    this.observe(4 * config.windowS * rate);
  }

  /** So many requests arrive, as time goes on, and as many complete. */
  observe(requests: number): void {
    const { accounting, clock } = this;
    for (let i = 0; i < requests; i += 1) {
      const second = Math.floor(clock.timeS);
      clock.timeS += this.#gapS;
      this.#observeOne(clock.timeS);
      if (clock.timeS >= second + 1) accounting.sampleResidency(1 + (second % 7), clock.timeS);
    }
  }

  #observeOne(nowS: number): void {
    const { accounting } = this;
    const arrived = this.#arrivals[this.#requests % this.#arrivals.length] as number;
    const completed = this.#completions[this.#requests % this.#completions.length] as number;
    accounting.offers.size(accounting.offers.open(nowS), nowS, arrived, arrived >> 2);
    accounting.complete(completed, completed >> 2, completed >> 3, nowS);
    this.#requests += 1;
  }
}
