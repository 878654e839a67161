import fc from "fast-check";
import { type ManualClock, manualClock } from "../../src/clock";
import type { Decision } from "../../src/decision/decision";
import type { Role } from "../../src/fleet";
import { createPoolSync, type PoolOptions } from "../../src/pool/create-pool";
import type { Pool } from "../../src/pool/pool";
import type { RequestHandle } from "../../src/pool/request";
import { PROFILE } from "./fixtures";

/** `PROFILE` with room for what the events pile up. */
const WIDE = { ...PROFILE, decodeMaxRequests: 64 };

/** Something that happens to a fleet. Numbers pick one of what there is. */
export type Event =
  | { readonly kind: "pass"; readonly afterS: number }
  | { readonly kind: "arrive"; readonly count: number; readonly inputTokens: number; readonly outputTokens: number }
  | { readonly kind: "work"; readonly count: number }
  | { readonly kind: "give up" | "available" | "pinned" | "profile" | "remove"; readonly pick: number }
  | { readonly kind: "urgent" | "risk" | "add" | "unsized" | "answer" };

const pick = fc.nat(99);
const pass = fc.record({ kind: fc.constant("pass" as const), afterS: fc.constantFrom(0.25, 0.5, 1, 1, 1, 4) });
const arrive = fc.record({
  kind: fc.constant("arrive" as const),
  count: fc.integer({ min: 1, max: 12 }),
  inputTokens: fc.constantFrom(0, 0, 0, 64, 64, 512, 2048),
  outputTokens: fc.constantFrom(8, 64, 512, 512, 512, 2048, 2048),
});
const work = fc.record({ kind: fc.constant("work" as const), count: fc.integer({ min: 1, max: 40 }) });
const change = fc.record({
  kind: fc.constantFrom("give up" as const, "available" as const, "pinned" as const, "profile" as const),
  pick,
});
const rare = fc.oneof(
  fc.record({ kind: fc.constant("remove" as const), pick }),
  fc.record({ kind: fc.constantFrom("risk" as const, "add" as const, "unsized" as const) }),
);
const call = fc.record({ kind: fc.constantFrom("urgent" as const, "answer" as const) });

/** What may happen, mostly passes and work. */
export const events: fc.Arbitrary<Event[]> = fc.array(
  fc.oneof(
    { weight: 10, arbitrary: pass },
    { weight: 6, arbitrary: arrive },
    { weight: 8, arbitrary: work },
    { weight: 3, arbitrary: call },
    { weight: 1, arbitrary: change },
    { weight: 1, arbitrary: rare },
  ),
  { minLength: 150, maxLength: 300, size: "max" },
);

/** How a pool may be made. Spans are short, so that windows fill and empty many times. */
export const options: fc.Arbitrary<Partial<PoolOptions>> = fc.record({
  stepS: fc.constantFrom(0.5, 1, 2),
  confirmations: fc.constantFrom(1, 2),
  sustainedIntervals: fc.constantFrom(1, 3),
  cooldownS: fc.constantFrom(0, 3, 20),
  dwellS: fc.constantFrom(0, 0, 5),
  panicRatio: fc.constantFrom(0, 2),
  flipResidentGuard: fc.constantFrom(0, 3),
  movementMargin: fc.constantFrom(0, 0.05),
  minPrefill: fc.constantFrom(1, 1, 2),
  minDecode: fc.constantFrom(1, 1, 2),
  minArrivals: fc.constantFrom(0, 3),
  demandRiseTolerance: fc.constantFrom(0.25, 4),
  urgent: fc.boolean(),
  applyMoves: fc.constantFrom("auto" as const, "auto" as const, "host" as const),
  whileUnavailable: fc.constantFrom("hold" as const, "rebalance" as const),
});

/** The roles of the engines at the start. */
export const roles = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 4 }))
  .map(([prefill, decode]) => [...new Array<Role>(prefill).fill("prefill"), ...new Array<Role>(decode).fill("decode")]);

/** A pool with a router that does what the events say: every move of a request is one that its state allows. */
export class Drive {
  readonly pool: Pool;
  readonly clock: ManualClock = manualClock(0);
  readonly decisions: Decision[] = [];
  readonly #open: RequestHandle[] = [];
  readonly #prefilled = new WeakSet<RequestHandle>();
  #engines = 0;

  constructor(roleList: readonly Role[], given: Partial<PoolOptions>) {
    this.pool = createPoolSync({
      slo: { ttftS: 1, tpotS: 2 ** -4 },
      windowS: 16,
      evidenceSpanS: 4,
      evidenceMaxSpanS: 8,
      evidenceMinArrivals: 2,
      clock: this.clock,
      strict: true,
      ...given,
    });
    for (const role of roleList) this.#addEngine(role);
  }

  /** Engines as the state shows them. */
  get engines() {
    return this.pool.state().fleet.engines;
  }

  /** Lets an event happen: the decisions that it led to. */
  apply(event: Event): readonly Decision[] {
    const decisions = this.#apply(event);
    this.decisions.push(...decisions);
    return decisions;
  }

  #apply(event: Event): readonly Decision[] {
    switch (event.kind) {
      case "pass":
        this.clock.advance(event.afterS);
        return this.pool.pass().decisions;
      case "urgent":
        return this.pool.urgent().decisions;
      case "arrive":
        for (let count = 0; count < event.count; count += 1) this.#arrive(event.inputTokens, event.outputTokens);
        return [];
      case "work":
        this.#work(event.count);
        return [];
      case "unsized":
        this.#open.push(this.pool.open());
        return [];
      case "give up":
        this.#open.splice(event.pick % Math.max(1, this.#open.length), 1)[0]?.cancel();
        return [];
      case "risk":
        this.pool.recordRisk("first_token_timeout");
        return [];
      case "answer":
        this.#answer();
        return [];
      case "add":
        if (this.engines.length < 8) this.#addEngine(this.#engines % 2 === 0 ? "prefill" : "decode");
        return [];
      default:
        this.#change(event.kind, event.pick);
        return [];
    }
  }

  #change(kind: "available" | "pinned" | "profile" | "remove", number: number): void {
    const { engines } = this;
    const engine = engines[number % engines.length];
    if (!engine) return;
    if (kind === "pinned") return this.pool.setPinned(engine.id, !engine.pinned && number % 2 === 0);
    if (kind === "remove") return engines.length > 3 ? this.#remove(engine.id) : undefined;
    // What is wrong with an engine is mended more often than not.
    const wrong = engines.find(({ available, has_profile }) => !available || !has_profile);
    if (wrong && number % 4 !== 0) this.#mend(wrong.id);
    else if (kind === "available") this.pool.setAvailable(engine.id, false);
    else if (kind === "profile") this.pool.setProfile(engine.id, null);
  }

  #mend(engine: string): void {
    this.pool.setAvailable(engine, true);
    this.pool.setProfile(engine, WIDE);
  }

  #remove(engine: string): void {
    for (const request of this.pool.removeEngine(engine)) {
      request.retry();
      this.#prefilled.delete(request);
    }
  }

  /** The host answers the proposal that it was asked last: it can make two of three. */
  #answer(): void {
    const { pendingMove } = this.pool;
    if (!pendingMove) return;
    if (this.decisions.length % 3 === 0) this.pool.moveFailed(pendingMove.engine);
    else this.pool.moved(pendingMove.engine);
  }

  #addEngine(role: Role): void {
    this.pool.addEngine({ id: `e${this.#engines}`, role, profile: WIDE });
    this.#engines += 1;
  }

  #arrive(inputTokens: number, outputTokens: number): void {
    const request = this.pool.open({ id: this.#open.length });
    this.#open.push(request);
    request.size(inputTokens, outputTokens);
    request.wait();
  }

  /** The oldest requests go on by one step each. */
  #work(count: number): void {
    // A little later, so that tokens have gaps.
    this.clock.advance(1 / 64);
    const engines = this.engines.filter(({ available }) => available);
    for (const request of this.#open.slice(0, count)) {
      if (request.state === "pending") request.size(300, 32);
      else if (request.state === "prefill") this.#finishPrefill(request);
      else if (request.state === "decode") this.#stream(request);
      else this.#dispatch(request, engines);
    }
  }

  #finishPrefill(request: RequestHandle): void {
    request.firstToken();
    this.#prefilled.add(request);
  }

  #stream(request: RequestHandle): void {
    request.token();
    if (this.clock.now() - request.arrivedS < 2) return;
    request.complete({ outputTokens: 400 });
    this.#open.splice(this.#open.indexOf(request), 1);
  }

  #dispatch(request: RequestHandle, engines: readonly { id: string; role: string }[]): void {
    const phase = this.#prefilled.has(request) ? "decode" : "prefill";
    const able = engines.filter(({ role }) => role === phase);
    const engine = able[this.#open.length % Math.max(1, able.length)];
    if (engine) request[phase](engine.id);
  }
}
