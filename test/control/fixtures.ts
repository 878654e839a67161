import { type ManualClock, manualClock } from "../../src/clock";
import type { Decision } from "../../src/decision/decision";
import { createPoolSync, type PoolOptions } from "../../src/pool/create-pool";
import type { Pool } from "../../src/pool/pool";
import type { RequestHandle } from "../../src/pool/request";
import type { EngineProfileInput } from "../../src/profile";

/**
 * Powers of two, so that results are exact: prefill takes 1 s for 1,024 tokens; a token takes 1/64 s whatever is
 * resident, for up to 8 requests.
 */
export const PROFILE: EngineProfileInput = {
  ttftA: 0,
  ttftB: 2 ** -10,
  ttftC: 0,
  tpotSlope: 0,
  tpotIntercept: 2 ** -6,
  decodeMinRequests: 1,
  decodeMaxRequests: 8,
  decodeMinKvTokens: 1,
  decodeMaxKvTokens: 65_536,
};

/** Every gate as low as it goes: each test raises the one that it is about. */
const CONFIG = {
  slo: { ttftS: 1, tpotS: 2 ** -4 },
  windowS: 8,
  stepS: 1,
  evidenceSpanS: 4,
  evidenceMaxSpanS: 8,
  evidenceMinArrivals: 1,
  minArrivals: 1,
  utilization: 1,
  confirmations: 1,
  sustainedIntervals: 1,
  cooldownS: 0,
} as const;

/** Engines by their roles, named after them: `ppd` is p0, p1 and d2. */
export function enginesOf(roles: string, profile: EngineProfileInput | null = PROFILE) {
  return [...roles].map((letter, index) => ({
    id: `${letter}${index}`,
    role: letter === "p" ? ("prefill" as const) : ("decode" as const),
    profile,
  }));
}

/** A pool at work, on a clock that starts at 0 s. */
export class Scene {
  readonly pool: Pool;
  readonly clock: ManualClock;

  constructor(roles: string, options: Partial<PoolOptions> = {}) {
    this.clock = manualClock(0);
    this.pool = createPoolSync({
      ...CONFIG,
      engines: enginesOf(roles),
      clock: this.clock,
      strict: true,
      ...options,
    });
  }

  /** It is `timeS` now. */
  at(timeS: number): this {
    this.clock.set(timeS);
    return this;
  }

  /**
   * Demand that comes now and keeps no engine busy: so many engines of prefill and of decode work, from 8 s on, when
   * the window is full.
   */
  demand({ prefill = 0, decode = 0 }): this {
    if (prefill > 0) this.#offer(prefill * 8 * 1024, undefined);
    for (let count = 0; count < decode * 64; count += 1) this.#offer(0, 64);
    return this;
  }

  /** So many arrivals that are no work. */
  arrivals(count: number): this {
    for (let arrival = 0; arrival < count; arrival += 1) this.#offer(0, undefined);
    return this;
  }

  /** An offer whose size is not known yet: the demand is incomplete from now on. */
  unsized(): RequestHandle {
    return this.pool.open();
  }

  /** Prefill work on an engine, in seconds: as much load. */
  prefilling(engine: string, workS: number, outputTokens = 64): RequestHandle {
    const request = this.pool.open();
    request.size(workS * 1024, outputTokens);
    request.prefill(engine);
    return request;
  }

  /**
   * A request in decode that has had a token now and was no work before: its engine's load grows by 64/3 a second from
   * 1/64 s on.
   */
  decoding(engine: string): RequestHandle {
    const request = this.pool.open();
    request.size(0);
    request.firstToken();
    request.decode(engine);
    request.token();
    return request;
  }

  /** A request that waits for prefill, in seconds of work. */
  waiting(workS: number, id?: string): RequestHandle {
    const request = this.pool.open(id === undefined ? {} : { id });
    request.size(workS * 1024, 64);
    request.wait();
    return request;
  }

  /** A monitoring pass: its decision. */
  decide(): Decision {
    const { decisions } = this.pool.pass();
    return only(decisions);
  }

  /** The urgent step: its decision. */
  urgent(): Decision {
    const { decisions } = this.pool.urgent();
    return only(decisions);
  }

  /** The roles, one letter an engine, in fleet order. */
  get roles(): string {
    return this.pool
      .state()
      .fleet.engines.map(({ role }) => role.charAt(0))
      .join("");
  }

  #offer(inputTokens: number, outputTokens: number | undefined): void {
    const request = this.pool.open();
    request.size(inputTokens, outputTokens);
    request.cancel();
  }
}

/** A fleet at work at 8 s: the window is full, decode can spare an engine for all that is known, demand is steady. */
export function sceneAt8(roles: string, demand: { prefill?: number; decode?: number }, options?: Partial<PoolOptions>) {
  const { prefill = 0, decode = 0 } = demand;
  const half = { prefill: prefill / 2, decode: decode / 2 };
  return new Scene(roles, options).at(0.5).arrivals(1).at(2).demand(half).at(6).demand(half).at(8);
}

function only(decisions: readonly Decision[]): Decision {
  const [decision, ...more] = decisions;
  if (!decision || more.length > 0) throw new Error(`expected one decision, got ${decisions.length}`);
  return decision;
}

/**
 * A prefill load of `prefill` engines: one request a second of so much work, which is over at once. Such an even load
 * has no spread but the least, 0.15 engines.
 */
export function served(scene: Scene, prefill: number, seconds: number): Scene {
  for (let second = 0; second < seconds; second += 1) {
    scene.at(second + 0.5);
    const request = scene.pool.open();
    request.size(prefill * 1024);
    request.cancel();
  }
  return scene.at(seconds);
}
