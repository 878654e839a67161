import fc from "fast-check";
import type { ManualClock } from "../../src/clock";
import type { Pool } from "../../src/pool/pool";
import type { RequestHandle } from "../../src/pool/request";
import { PROFILE } from "../fleet/fixtures";
import { ENDS, type Move } from "./moves";

/** One random step: so many 1/64 s later, on a request (0: the youngest), on an engine, or on the pool. */
export interface Step {
  readonly laterBy: number;
  readonly request: number;
  readonly call: "open" | "pass" | "toggle" | Move;
  readonly tokens: number;
  readonly requested: number | undefined;
  readonly cached: number;
  readonly engine: string;
}

// What starts and continues requests is likelier than what ends them, so that some come far.
const call = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Step["call"]>("open") },
  { weight: 2, arbitrary: fc.constant<Step["call"]>("pass") },
  { weight: 1, arbitrary: fc.constant<Step["call"]>("toggle") },
  { weight: 6, arbitrary: fc.constantFrom<Step["call"]>("size", "prefill", "firstToken", "decode") },
  { weight: 4, arbitrary: fc.constant<Step["call"]>("token") },
  { weight: 3, arbitrary: fc.constantFrom<Step["call"]>("reprice", "wait", "retry") },
  { weight: 2, arbitrary: fc.constantFrom<Step["call"]>(...(Object.keys(ENDS) as Move[])) },
);

const step: fc.Arbitrary<Step> = fc.record({
  laterBy: fc.oneof(
    { weight: 9, arbitrary: fc.nat(64) },
    { weight: 1, arbitrary: fc.integer({ min: -64, max: 64_000 }) },
  ),
  request: fc.nat(5),
  call,
  tokens: fc.oneof(fc.nat(4000), fc.constantFrom(0, 1, 0xffff_ffff)),
  requested: fc.option(fc.nat(2000), { nil: undefined }),
  cached: fc.nat(4000),
  engine: fc.constantFrom("p", "d", "d", "e"),
});

/** Random steps. */
export const steps = fc.array(step, { minLength: 5, maxLength: 120 });

/** A pool that random steps are made on, and the requests that they opened. */
export class Stepper {
  readonly requests: RequestHandle[] = [];
  readonly #pool: Pool;
  readonly #clock: ManualClock;

  constructor({ pool, clock }: { pool: Pool; clock: ManualClock }) {
    this.#pool = pool;
    this.#clock = clock;
  }

  make(step: Step): void {
    this.#clock.advance(step.laterBy / 64);
    if (step.call === "pass") this.#pool.pass();
    else if (step.call === "toggle") this.#toggle(step.engine);
    else if (step.call === "open") this.requests.push(this.#pool.open());
    else this.#move(this.requests.at(-1 - step.request), step.call, step);
  }

  /** The engine leaves, or joins if it is not there. */
  #toggle(engine: string): void {
    const { engines } = this.#pool.state().fleet;
    if (engines.some(({ id }) => id === engine)) this.#pool.removeEngine(engine);
    else this.#pool.addEngine({ id: engine, role: engine === "p" ? "prefill" : "decode", profile: PROFILE });
  }

  #move(request: RequestHandle | undefined, move: Move, step: Step): void {
    const { tokens, requested, engine } = step;
    const cachedTokens = Math.min(step.cached, tokens);
    switch (move) {
      case "size":
      case "reprice":
        return request?.[move](tokens, requested, { cachedTokens });
      case "prefill":
      case "decode":
        return request?.[move](engine);
      case "token":
        return request?.token(1 + (tokens % 5));
      case "complete":
        return request?.complete(requested === undefined ? {} : { outputTokens: requested });
      default:
        return request?.[move]();
    }
  }
}
