import type { Engine } from "../../src/fleet/engine";
import { Pool } from "../../src/pool/pool";
import type { RequestHandle } from "../../src/pool/request";
import { type EngineProfile, prefillS, tokenIntervalS } from "../../src/profile";
import type { Random } from "../../src/random/random";
import type { RouterEvent } from "./messages";

/** Tokens that a simulated engine streams at once. */
const TOKENS_AT_ONCE = 4;

interface Step {
  readonly atS: number;
  readonly run: (atS: number) => void;
}

/** The load of one router: requests of a trace over simulated engines, of which each router sees only its own part. */
export class Load {
  /** Events since they were taken last. */
  events: RouterEvent[] = [];
  readonly #pool: Pool;
  readonly #lengths: readonly (readonly [number, number])[];
  readonly #rate: number;
  readonly #random: Random;
  readonly #steps: Step[] = [];
  readonly #busyToS = new Map<string, number>();
  readonly #decoding = new Map<string, number>();
  #requests = 0;

  /** @param rate requests a second */
  constructor(pool: Pool, lengths: readonly (readonly [number, number])[], rate: number, random: Random) {
    this.#pool = pool;
    this.#lengths = lengths;
    this.#rate = rate;
    this.#random = random;
  }

  /** Requests come from now on. */
  start(atS: number): void {
    this.#at(atS + -Math.log(1 - this.#random.uniform()) / this.#rate, (nowS) => this.#arrive(nowS));
  }

  /** When the next thing happens. */
  get nextS(): number {
    return this.#steps[0]?.atS ?? Number.POSITIVE_INFINITY;
  }

  /** Lets the next thing happen. */
  step(): void {
    const step = this.#steps.shift();
    step?.run(step.atS);
  }

  #arrive(nowS: number): void {
    this.start(nowS);
    this.#requests += 1;
    const request = this.#requests;
    const handle = this.#pool.open();
    const [input, output] = this.#lengths[Math.floor(this.#random.uniform() * this.#lengths.length)] as readonly [
      number,
      number,
    ];
    const requested = 2 ** Math.ceil(Math.log2(output + 1));
    handle.size(input, requested);
    this.#tell(nowS, request, "open");
    this.#tell(nowS, request, "size", input, requested);
    const engine = this.#least("prefill", this.#busyToS);
    handle.prefill(engine.id);
    this.#tell(nowS, request, "prefill", engine.id);
    const endS = Math.max(nowS, this.#busyToS.get(engine.id) ?? 0) + prefillS(engine.profile as EngineProfile, input);
    this.#busyToS.set(engine.id, endS);
    this.#at(endS, (atS) => this.#firstToken(handle, request, input, output, atS));
  }

  #firstToken(handle: RequestHandle, request: number, input: number, output: number, nowS: number): void {
    handle.firstToken();
    const { id } = this.#least("decode", this.#decoding);
    handle.decode(id);
    this.#tell(nowS, request, "firstToken");
    this.#tell(nowS, request, "decode", id);
    this.#decoding.set(id, (this.#decoding.get(id) ?? 0) + 1);
    this.#stream(handle, request, id, input, output - 1, nowS);
  }

  #stream(handle: RequestHandle, request: number, id: string, tokens: number, left: number, nowS: number): void {
    const count = Math.min(TOKENS_AT_ONCE, left);
    if (count <= 0) return this.#complete(handle, request, id, nowS);
    const profile = this.#engine(id).profile as EngineProfile;
    const intervalS = tokenIntervalS(profile, tokens, this.#decoding.get(id) ?? 1);
    this.#at(nowS + count * intervalS, (atS) => {
      handle.token(count);
      this.#tell(atS, request, "token", count);
      this.#stream(handle, request, id, tokens + count, left - count, atS);
    });
  }

  #complete(handle: RequestHandle, request: number, id: string, nowS: number): void {
    handle.complete();
    this.#tell(nowS, request, "complete");
    this.#decoding.set(id, (this.#decoding.get(id) ?? 1) - 1);
  }

  #tell(atS: number, request: number, call: RouterEvent[2], ...args: (string | number)[]): void {
    this.events.push([Pool.accountsOf(this.#pool).clock.at(atS) as number, request, call, ...args]);
  }

  #engine(id: string): Engine {
    return this.#engines().find((engine) => engine.id === id) as Engine;
  }

  #engines(): readonly Engine[] {
    return Pool.accountsOf(this.#pool).fleet.engines;
  }

  #least(role: "prefill" | "decode", load: ReadonlyMap<string, number>): Engine {
    const able = this.#engines().filter((engine) => engine.role === role);
    return able.reduce((one, other) => ((load.get(other.id) ?? 0) < (load.get(one.id) ?? 0) ? other : one));
  }

  #at(atS: number, run: Step["run"]): void {
    let place = this.#steps.length;
    while (place > 0 && (this.#steps[place - 1] as Step).atS > atS) place -= 1;
    this.#steps.splice(place, 0, { atS, run });
  }
}
