import fc from "fast-check";
import type { ManualClock } from "../../src/clock";
import type { Decision } from "../../src/decision/decision";
import type { Pool } from "../../src/pool/pool";
import type { RequestHandle } from "../../src/pool/request";

/** What a request is going to do. */
export interface Plan {
  readonly input: number;
  readonly requested: number | undefined;
  readonly cached: number;
  /** The tokenizer's count; null: it is not repriced. */
  readonly repriced: number | null;
  /** Tokens that come together, one time after the other. */
  readonly tokens: readonly number[];
  readonly end: "complete" | "fail" | "expire" | "cancel";
  /** Whether it ends before its size is known, and how. */
  readonly early: "lost" | "invalid" | null;
}

/** Something that happens to a pool, so many 1/64 s after what happened before: such times are exact. */
export type Happening = { readonly later: number } & (
  | { readonly kind: "arrive"; readonly plan: Plan }
  | { readonly kind: "advance"; readonly which: number }
  | { readonly kind: "pass" | "urgent" | "answer" | "fail_answer" | "toggle" | "pin"; readonly which: number }
  | { readonly kind: "risk"; readonly name: string }
);

const plan: fc.Arbitrary<Plan> = fc.record({
  input: fc.constantFrom(1, 100, 100, 200, 400, 500, 900, 1500),
  requested: fc.constantFrom(16, 16, 64, 64, 64, 100, 100, 400, 400, 0, undefined),
  cached: fc.constantFrom(0, 0, 0, 1),
  repriced: fc.constantFrom(null, null, 100, 210, 400, 880),
  tokens: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }),
  end: fc.constantFrom("complete", "complete", "complete", "complete", "fail", "expire", "cancel"),
  early: fc.oneof(
    { weight: 60, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom("lost" as const, "invalid" as const) },
  ),
});
const which = fc.nat(7);

/** Traffic in which requests come far, engines move, and now and then something goes wrong. */
export function traffic(length: { minLength: number; maxLength: number }): fc.Arbitrary<readonly Happening[]> {
  const later = fc.constantFrom(0, 1, 1, 2, 4, 4, 8, 8, 16, 32);
  const happening = fc.oneof(
    { weight: 18, arbitrary: fc.record({ later, kind: fc.constant("arrive" as const), plan }) },
    { weight: 90, arbitrary: fc.record({ later: fc.nat(2), kind: fc.constant("advance" as const), which }) },
    { weight: 24, arbitrary: fc.record({ later: fc.constant(64), kind: fc.constant("pass" as const), which }) },
    {
      weight: 3,
      arbitrary: fc.record({
        later,
        kind: fc.constantFrom("urgent" as const, "urgent" as const, "answer" as const, "fail_answer" as const),
        which,
      }),
    },
    { weight: 2, arbitrary: fc.record({ later, kind: fc.constantFrom("toggle" as const, "pin" as const), which }) },
    {
      weight: 1,
      arbitrary: fc.record({
        later,
        kind: fc.constant("risk" as const),
        name: fc.constantFrom("first_token_timeout", "oom", "dégât"),
      }),
    },
  );
  return fc.array(happening, { ...length, size: "max" });
}

/** Lets things happen to a pool. What its requests do next depends on the pool's own answers only. */
export class Traffic {
  readonly #pool: Pool;
  readonly #clock: ManualClock;
  readonly #requests: { readonly handle: RequestHandle; readonly plan: Plan; done: number }[] = [];

  constructor({ pool, clock }: { readonly pool: Pool; readonly clock: ManualClock }) {
    this.#pool = pool;
    this.#clock = clock;
  }

  /** Lets one thing happen, and tells what was decided. */
  happen(happening: Happening): readonly Decision[] {
    this.#clock.advance(happening.later / 64);
    const pool = this.#pool;
    switch (happening.kind) {
      case "arrive":
        this.#arrive(happening.plan);
        return [];
      case "advance":
        this.#advance(happening.which);
        return [];
      case "pass":
        return pool.pass().decisions;
      case "urgent":
        return pool.urgent().decisions;
      case "answer":
        if (pool.pendingMove) pool.moved(pool.pendingMove.engine);
        return [];
      case "fail_answer":
        if (pool.pendingMove) pool.moveFailed(pool.pendingMove.engine);
        return [];
      case "risk":
        pool.recordRisk(happening.name);
        return [];
      default:
        this.#change(happening.kind, happening.which);
        return [];
    }
  }

  /** Ends every request that is in flight. */
  quiesce(): void {
    for (const { handle, plan } of this.#requests) handle[plan.end]();
    this.#requests.length = 0;
  }

  /** Most are sized at once: offers that are pending make the demand incomplete. */
  #arrive(plan: Plan): void {
    this.#requests.push({ handle: this.#pool.open(), plan, done: 0 });
    if (plan.input !== 1) this.#advance(this.#requests.length - 1);
  }

  #advance(which: number): void {
    const index = which % Math.max(1, this.#requests.length);
    const request = this.#requests[index];
    if (!request) return;
    const { handle, plan } = request;
    if (this.#step(handle, plan, request.done)) request.done += 1;
    else this.#requests.splice(index, 1);
  }

  /** Its next step; false after the last one. */
  #step(handle: RequestHandle, plan: Plan, done: number): boolean {
    const cachedTokens = Math.min(plan.cached, plan.input);
    if (done === 0 && plan.early) return this.#endEarly(handle, plan.early);
    if (done === 0) handle.size(plan.input, plan.requested, { cachedTokens });
    else if (done === 1 && plan.repriced !== null) handle.reprice(plan.repriced, plan.requested);
    else if (done === 2) handle.wait();
    else if (done === 3) handle.prefill(this.#engine("prefill", plan.input));
    else if (done === 4) handle.firstToken();
    else if (done === 5) handle.decode(this.#engine("decode", plan.input));
    else if (done > 5 && plan.tokens[done - 6] !== undefined) handle.token(plan.tokens[done - 6]);
    else if (done > 5) {
      handle[plan.end]();
      return false;
    }
    return true;
  }

  #endEarly(handle: RequestHandle, how: "lost" | "invalid"): false {
    if (how === "lost") handle.cancel();
    else handle.invalid();
    return false;
  }

  /** An engine of the role if there is one. */
  #engine(role: "prefill" | "decode", which: number): string {
    const { engines } = this.#pool.state().fleet;
    const able = engines.filter((engine) => engine.role === role);
    const among = able.length > 0 ? able : engines;
    return among[which % among.length]?.id as string;
  }

  #change(kind: "toggle" | "pin", which: number): void {
    const { engines } = this.#pool.state().fleet;
    const down = engines.find(({ available }) => !available);
    const engine = engines[which % engines.length];
    if (kind === "toggle" && down) this.#pool.setAvailable(down.id, true);
    else if (engine && kind === "toggle" && which > 4) this.#pool.setAvailable(engine.id, false);
    if (engine && kind === "pin") this.#pool.setPinned(engine.id, !engine.pinned);
  }
}
