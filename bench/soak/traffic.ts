import type { Pool, RequestHandle } from "../../src/index";
import { Random } from "../../src/random/random";
import { Wheel } from "./wheel";

/** Tokens that come in one chunk of the stream, and the time between two chunks. */
const CHUNK = 4;
const CHUNK_S = 0.06;
/** Long prompts with short answers and short prompts with long answers take turns. */
const PHASE_S = 90;
/** The furthest that anything is planned ahead. */
const AHEAD_S = 5;

/** Ends of the requests, by the traffic's own books. */
export type Ends = Record<
  "completed" | "failed" | "expired" | "refused" | "rejected" | "cancelled" | "invalid",
  number
>;

/** A request and what comes next of it. */
interface Flight {
  readonly handle: RequestHandle;
  readonly inputTokens: number;
  readonly requestedTokens: number;
  /** How it ends, and after which step. */
  readonly end: keyof Ends;
  readonly lastStep: number;
  chunks: number;
  step: number;
}

/** The steps of a request's life, in order; `chunk` repeats. */
const STEP = { size: 0, reprice: 1, wait: 2, prefill: 3, firstToken: 4, decode: 5, chunk: 6 } as const;

/** Where a request ends that does not complete, and how often, of a thousand. */
const EARLY_ENDS = [
  ["cancelled", STEP.size, 5],
  ["invalid", STEP.size, 5],
  ["rejected", STEP.size, 5],
  ["refused", STEP.wait, 10],
  ["expired", STEP.prefill, 10],
  ["failed", STEP.decode, 10],
  ["cancelled", STEP.chunk, 20],
] as const;

/** One request in so many is tried again after its first token. */
const RETRIES = 50;

/** Requests of a busy router, from their first byte to their end, at so many calls of the pool in a second. */
export class Traffic {
  readonly ends: Ends = { completed: 0, failed: 0, expired: 0, refused: 0, rejected: 0, cancelled: 0, invalid: 0 };
  opened = 0;
  /** Calls of the pool and of handles. */
  calls = 0;
  readonly #pool: Pool;
  readonly #callsPerS: number;
  readonly #timed: (call: () => void) => void;
  readonly #random: Random;
  readonly #wheel: Wheel<Flight>;
  #nextArrivalS: number;
  #nowS: number;
  #turn = 0;
  #roles: { readonly prefill: readonly string[]; readonly decode: readonly string[] };

  /** @param timed runs a call, and times it */
  constructor(pool: Pool, startS: number, callsPerS: number, seed: number, timed: (call: () => void) => void) {
    this.#pool = pool;
    this.#callsPerS = callsPerS;
    this.#timed = timed;
    this.#random = new Random(seed);
    this.#wheel = new Wheel(startS, AHEAD_S);
    this.#nextArrivalS = startS;
    this.#nowS = startS;
    this.#roles = { prefill: [], decode: [] };
  }

  /** Requests that have not ended. */
  get inFlight(): number {
    return this.opened - Object.values(this.ends).reduce((sum, count) => sum + count, 0);
  }

  /** Engines changed their roles: dispatch goes by the new ones. */
  useRoles(roles: { readonly prefill: readonly string[]; readonly decode: readonly string[] }): void {
    this.#roles = roles;
  }

  /** All that is due until a time happens. */
  advance(untilS: number): void {
    while (this.#nextArrivalS <= untilS) {
      this.#advanceTo(this.#nextArrivalS);
      const calls = this.#arrive();
      this.#nextArrivalS -= (Math.log(this.#random.uniform()) * calls) / this.#callsPerS;
    }
    this.#advanceTo(untilS);
  }

  #advanceTo(timeS: number): void {
    this.#nowS = timeS;
    this.#wheel.take(timeS, (flight) => this.#proceed(flight));
  }

  /** A request arrives; it will make so many calls, but for retries. */
  #arrive(): number {
    const longPrompts = this.#nowS % (2 * PHASE_S) < PHASE_S;
    const draw = this.#random.uniform();
    const inputTokens = Math.round(longPrompts ? 1000 + 3000 * draw : 100 + 900 * draw);
    const chunks = 1 + Math.floor((longPrompts ? 8 : 24) * this.#random.uniform());
    const handle = this.#call(() => this.#pool.open());
    this.opened += 1;
    const { end, lastStep } = this.#fate();
    const flight = { handle, inputTokens, requestedTokens: 4 * CHUNK * chunks, end, lastStep, chunks, step: 0 };
    this.#later(flight, 0.002);
    // It is opened, goes through its steps, and ends.
    return 2 + Math.min(lastStep, STEP.chunk + chunks);
  }

  #fate(): { readonly end: keyof Ends; readonly lastStep: number } {
    let draw = Math.floor(1000 * this.#random.uniform());
    for (const [end, lastStep, share] of EARLY_ENDS) {
      if (draw < share) return { end, lastStep };
      draw -= share;
    }
    return { end: "completed", lastStep: Number.POSITIVE_INFINITY };
  }

  /** The next step of a request's life. */
  #proceed(flight: Flight): void {
    if (flight.step >= flight.lastStep) return this.#end(flight);
    const { handle } = flight;
    switch (flight.step) {
      case STEP.size:
        this.#call(() => handle.size(flight.inputTokens + 37, flight.requestedTokens));
        return this.#next(flight, 0.003);
      case STEP.reprice:
        this.#call(() => handle.reprice(flight.inputTokens, flight.requestedTokens, { cachedTokens: 16 }));
        return this.#next(flight, 0);
      case STEP.wait:
        this.#call(() => handle.wait());
        return this.#next(flight, 0.005);
      case STEP.prefill: {
        const engine = this.#engine("prefill");
        this.#call(() => handle.prefill(engine));
        return this.#next(flight, 0.02 + flight.inputTokens * 4e-5);
      }
      case STEP.firstToken:
        this.#call(() => handle.firstToken());
        return this.#random.uniform() * RETRIES < 1 ? this.#retry(flight) : this.#next(flight, 0.001);
      case STEP.decode: {
        const engine = this.#engine("decode");
        this.#call(() => handle.decode(engine));
        return this.#next(flight, CHUNK_S);
      }
      default:
        return this.#chunk(flight);
    }
  }

  #chunk(flight: Flight): void {
    if (flight.chunks === 0) return this.#end({ ...flight, end: "completed" });
    this.#call(() => flight.handle.token(CHUNK));
    flight.chunks -= 1;
    this.#later(flight, CHUNK_S * (0.8 + 0.4 * this.#random.uniform()));
  }

  #retry(flight: Flight): void {
    this.#call(() => flight.handle.retry());
    flight.step = STEP.prefill;
    this.#later(flight, 0.01);
  }

  #end({ handle, end }: Flight): void {
    this.#call(() => ENDINGS[end](handle));
    this.ends[end] += 1;
  }

  #next(flight: Flight, delayS: number): void {
    flight.step += 1;
    this.#later(flight, delayS);
  }

  #later(flight: Flight, delayS: number): void {
    this.#wheel.add(flight, this.#nowS + delayS);
  }

  #engine(role: "prefill" | "decode"): string {
    this.#turn += 1;
    const engines = this.#roles[role];
    return engines[this.#turn % engines.length] as string;
  }

  #call<T>(call: () => T): T {
    this.calls += 1;
    let answer: T | undefined;
    this.#timed(() => {
      answer = call();
    });
    return answer as T;
  }
}

const ENDINGS: Record<keyof Ends, (handle: RequestHandle) => void> = {
  completed: (handle) => handle.complete(),
  failed: (handle) => handle.fail(),
  expired: (handle) => handle.expire(),
  refused: (handle) => handle.refuse(),
  rejected: (handle) => handle.reject(),
  cancelled: (handle) => handle.cancel(),
  invalid: (handle) => handle.invalid(),
};
