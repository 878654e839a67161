import fc from "fast-check";
import { type ManualClock, manualClock } from "../../src/clock";
import type { Decision } from "../../src/decision/decision";
import { createPoolSync, type PoolOptions } from "../../src/pool/create-pool";
import type { Pool } from "../../src/pool/pool";
import type { RequestHandle } from "../../src/pool/request";
import type { At } from "../../src/pool/request-options";
import type { EngineProfileInput } from "../../src/profile";
import { PROFILE } from "../fleet/fixtures";

/** Half as fast as `PROFILE`. */
const SLOW: EngineProfileInput = { ...PROFILE, ttftB: 0.002, tpotIntercept: 0.02 };

/** Decides each second, by little evidence. */
export const BUSY: Omit<PoolOptions, "clock"> = {
  slo: { ttftS: 1, tpotS: 0.05 },
  engines: [
    { id: "p0", role: "prefill", profile: PROFILE },
    { id: "p1", role: "prefill", profile: SLOW },
    { id: "d0", role: "decode", profile: PROFILE },
    { id: "d1", role: "decode", profile: PROFILE },
  ],
  stepS: 1,
  windowS: 20,
  maxShapes: 8,
  minArrivals: 2,
  demandFloor: 0,
  confirmations: 1,
  sustainedIntervals: 1,
  cooldownS: 2,
  evidenceSpanS: 4,
  evidenceMaxSpanS: 10,
  evidenceMinArrivals: 2,
  decodeCorrectionMinSamples: 1,
};

/** Requests that are not forgotten yet; the oldest is cancelled for one more. */
const MOST_REQUESTS = 32;

/** A clock that moves on a little whenever it is read: what reads it twice for one call is found out. */
function tickingClock(startS: number): ManualClock {
  const clock = manualClock(startS);
  const now = () => {
    clock.advance(2 ** -40);
    return clock.now();
  };
  return { ...clock, now };
}

/** One thing that happens to a pool; the numbers choose among what there is. */
export interface Step {
  readonly op: number;
  readonly a: number;
  readonly b: number;
  readonly time: number;
}

const byte = fc.nat(255);

/** Steps of any kind. */
export const steps = fc.array(fc.record({ op: fc.nat(99), a: byte, b: byte, time: byte }), {
  minLength: 1,
  maxLength: 300,
  size: "max",
});

/** As many steps as are asked for, from a seed. */
export function seededSteps(seed: number, count: number): Step[] {
  let state = seed;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return Array.from({ length: count }, () => ({ op: below(100), a: below(256), b: below(256), time: below(256) }));
}

/** A router at work, now and then a broken one: its pool goes through `steps`. */
export class RandomRun {
  readonly pool: Pool;
  readonly decisions: Decision[] = [];
  readonly clock: ManualClock = tickingClock(1000.1);
  readonly #requests: RequestHandle[] = [];
  readonly #ids = ["p0", "p1", "d0", "d1"];
  #added = 0;

  constructor(options: Partial<PoolOptions>) {
    this.pool = createPoolSync({ ...BUSY, ...options, clock: this.clock });
  }

  run(all: readonly Step[]): this {
    for (const step of all) this.#take(step);
    return this;
  }

  #take(step: Step): void {
    this.#moveClock(step.time);
    const { op } = step;
    if (op < 16) this.#open(step);
    else if (op < 76) this.#proceed(step);
    else if (op < 79) this.#anyCall(step);
    else if (op < 91) this.#decide(step);
    else if (op < 95) this.#host(step);
    else if (op < 98) this.#look(step);
    else this.#engines(step);
  }

  #moveClock(time: number): void {
    if (time < 3) this.clock.advance(-1.7 * time);
    else if (time > 253) this.clock.advance(7.3);
    else this.clock.advance(time / 1900);
  }

  #open({ a, b }: Step): void {
    const at = this.#at(b);
    if (this.#requests.length >= MOST_REQUESTS) this.#requests.shift()?.cancel();
    this.#requests.push(this.pool.open({ ...at, ...(a % 3 === 0 && { id: a % 2 === 0 ? `r"${a}` : a - 0.5 }) }));
    if (a % 16 !== 0) this.#requests.at(-1)?.size(this.#input(a), this.#output(b), { cachedTokens: a % 7 });
  }

  /** What a sound router does next with a request. */
  #proceed({ a, b }: Step): void {
    const request = this.#choose(a);
    const at = this.#at(b);
    switch (request?.state) {
      case "pending":
        return request.size(this.#input(a), this.#output(b), at);
      case "sized":
        return a % 2 === 0 ? request.wait(at) : request.prefill(this.#engine("p", b), at);
      case "waiting":
        request.prefill(this.#engine("p", b), at);
        return request.decode(this.#engine("d", b), at);
      case "prefill":
        request.firstToken(at);
        return request.decode(this.#engine("d", b), at);
      case "decode":
        return a % 9 === 0 ? request.complete(at) : request.token(1 + (b % 4), at);
    }
  }

  /** Any call, right or wrong, now and then with an argument that is none. */
  #anyCall({ a, b }: Step): void {
    const request = this.#choose(b);
    const at = this.#at(a);
    const odd = [Number.NaN, -1, 2 ** 32, 0.5, "5" as never, -0, 0, 3][a % 8] as number;
    const calls: ((request: RequestHandle) => void)[] = [
      (r) => r.size(odd, b, at),
      (r) => r.size(b, odd),
      (r) => r.reprice(b * 9, a % 2 === 0 ? undefined : odd, { ...at, cachedTokens: a % 3 === 0 ? odd : 0 }),
      (r) => r.wait(at),
      (r) => r.prefill(a % 2 === 0 ? "nobody" : (undefined as never), at),
      (r) => r.decode(this.#engine("p", a), at),
      (r) => r.firstToken(at),
      (r) => r.token(odd, at),
      (r) => r.retry(at),
      (r) => r.complete({ ...at, outputTokens: odd }),
      (r) => r.fail(at),
      (r) => r.expire(at),
      (r) => r.refuse(at),
      (r) => r.reject(at),
      (r) => r.cancel(at),
      (r) => r.invalid(at),
    ];
    if (request) calls[a % calls.length]?.(request);
  }

  #decide({ a }: Step): void {
    if (a < 12) return this.pool.sample();
    const { decisions } = a < 60 ? this.pool.urgent() : this.pool.pass();
    this.decisions.push(...decisions);
  }

  #host({ a, b }: Step): void {
    const engine = a % 5 === 0 ? "nobody" : (this.pool.pendingMove?.engine ?? "d0");
    if (b % 3 === 0) this.pool.moveFailed(engine);
    else if (b % 3 === 1) this.pool.moved(engine);
    else if (a < 40) this.pool.recordRisk(a % 2 === 0 ? "first_token_timeout" : `kind ${a}`);
  }

  #look({ a }: Step): void {
    const { pool } = this;
    const looks = [
      () => pool.demand(),
      () => pool.history(),
      () => pool.learned(),
      () => pool.scores(),
      () => pool.state(),
      () => pool.whatIf({ addDecode: 1 }),
      () => pool.attainment(),
      () => pool.loads(),
    ];
    looks[a % looks.length]?.();
  }

  #engines({ a, b }: Step): void {
    const { pool } = this;
    const id = this.#ids[b % this.#ids.length] as string;
    switch (a % 7) {
      case 0:
        return pool.setAvailable(id, false);
      case 2:
        return pool.setPinned(id, a % 3 === 0);
      case 3:
        return pool.setProfile(id, [PROFILE, SLOW, null, { ...PROFILE, kvCapacityTokens: 110_000 + a }][b % 5] ?? SLOW);
      case 4:
        this.#added += 1;
        this.#ids.push(`x${this.#added}`);
        return pool.addEngine({ id: `x${this.#added}`, role: b % 2 === 0 ? "prefill" : "decode", profile: SLOW });
      case 5:
        return this.#remove(id);
      default:
        for (const engine of this.#ids) pool.setAvailable(engine, true);
    }
  }

  /** Most calls are stamped by the clock; some carry a time of their own, a wrong one among them. */
  #at(choice: number): At {
    if (choice < 160) return {};
    if (choice < 162) return { at: Number.NaN };
    const offset = choice < 200 ? (160 - choice) / 9 : (choice - 228) / 400;
    return { at: this.clock.now() + offset };
  }

  /** Long prompts and short answers take turns with short prompts and long answers. */
  #input(a: number): number {
    return 7 + (this.#longPrompts ? a * 5 : a >> 3);
  }

  #output(b: number): number | undefined {
    if (b % 32 === 0) return undefined;
    return this.#longPrompts ? b % 8 : b * 2;
  }

  get #longPrompts(): boolean {
    return this.clock.now() % 120 < 60;
  }

  #choose(number: number): RequestHandle | undefined {
    return this.#requests[number % this.#requests.length];
  }

  #remove(id: string): void {
    if (this.#ids.length <= 3) return;
    this.#ids.splice(this.#ids.indexOf(id), 1);
    this.pool.removeEngine(id);
  }

  /** Most engines of a role keep it. */
  #engine(role: string, number: number): string {
    const fitting = this.#ids.filter((id) => id.startsWith(role) || id.startsWith("x"));
    return fitting[number % fitting.length] ?? (this.#ids[0] as string);
  }
}
