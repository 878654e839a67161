import type { Offer } from "../accounting/offers";
import { isOutcome, metTpot, metTtft, type TerminalKind, timePerToken } from "../accounting/outcome";
import { numberOrNull } from "../check";
import { StateError, TimeError, UnknownIdError } from "../errors";
import { FleetRequest, type Phase, type RequestId, type RequestShape, type RequestState } from "../fleet";
import type { AnomalyKind } from "./anomalies";
import { type HandleContext, isFuture } from "./handle-context";
import { lengthError, type WrongLength, wrongCount, wrongOutput, wrongSize } from "./request-lengths";
import { type At, atOf, cachedTokensOf, type HandleState, outputTokensOf, type SizeOptions } from "./request-options";

/** The fleet's record of a request, with the handle that owns it. */
export class HandleRecord extends FleetRequest {
  readonly handle: RequestHandle;

  constructor(handle: RequestHandle, shape: RequestShape, arrivedS: number, id: RequestId | null) {
    super(shape, arrivedS, id);
    this.handle = handle;
  }
}

/**
 * One request, from its first byte to its end. Moves that its state does not allow change nothing and count as
 * anomalies; with `strict` they throw a typed error as well. Every call costs O(1), but for `wait` and `retry` with the
 * urgent path on: they look at the queue.
 *
 * @example
 * const request = pool.open();
 * request.size(812, 256);
 * request.prefill("gpu-0");
 * request.firstToken();
 * request.decode("gpu-1");
 * request.token();
 * request.complete();
 */
export class RequestHandle {
  readonly #context: HandleContext;
  readonly #offer: Offer;
  readonly #id: RequestId | null;
  /** Made when the fleet first hears of it: a router without engines needs none. */
  #record: HandleRecord | null = null;
  /** Its number in the event log; 0 without one. */
  readonly #number: number;
  #end: TerminalKind | null = null;
  /** Whether its size is known; its offer is lost all the same if that took too long. */
  #sized = false;
  #firstTokenS = Number.NaN;
  #lastTokenS = Number.NaN;
  #inputTokens = 0;
  #cachedTokens = 0;
  #requestedTokens = 0;
  #outputTokens = 0;
  #dispatched = false;
  #engineRemoved = false;

  /** @internal Use `pool.open()`. */
  constructor(context: HandleContext, offer: Offer, id: RequestId | null, number: number) {
    this.#context = context;
    this.#number = number;
    this.#offer = offer;
    this.#id = id;
  }

  /** When its first byte arrived, in seconds. */
  get arrivedS(): number {
    return this.#offer.arrivedS;
  }

  /** Where it is now. */
  get state(): HandleState {
    if (this.#end !== null) return this.#end;
    if (!this.#sized) return "pending";
    const place = this.#place;
    return place === "none" ? "sized" : place;
  }

  /** Seconds from its first byte to its first token, null before one. A retry starts anew. */
  get ttftS(): number | null {
    return numberOrNull(this.#firstTokenS - this.arrivedS);
  }

  /** Seconds per output token after the first, so far; null with fewer than two. */
  get tpotS(): number | null {
    return numberOrNull(timePerToken(this.#firstTokenS, this.#lastTokenS, this.#outputTokens));
  }

  /** The engine that it is resident on, null if it is on none. */
  get engine(): string | null {
    return this.#record?.engine?.id ?? null;
  }

  /**
   * Its size is known, by a local estimate: its demand counts from now on, at its arrival.
   *
   * @param inputTokens prompt tokens
   * @param requestedTokens the output that it asks for, 0 if open-ended; leave it out if it is not known: then its
   * decode work is not counted
   */
  size(inputTokens: number, requestedTokens?: number, options?: SizeOptions): void {
    const nowS = this.#time(options);
    if (nowS === null) return;
    const cachedTokens = options ? cachedTokensOf(options) : 0;
    this.#context.events?.size("size", this.#number, nowS, inputTokens, requestedTokens, cachedTokens);
    if (this.#end !== null || this.#sized) return this.#wrong("size");
    if (!this.#checkTime(nowS) || !this.#accept(wrongSize(inputTokens, requestedTokens, cachedTokens))) return;
    const { accounting, anomalies, counter } = this.#context;
    accounting.offers.expire(nowS);
    if (this.#offer.state === "pending") {
      accounting.offers.sizeChecked(this.#offer, nowS, inputTokens, requestedTokens, cachedTokens);
    } else {
      anomalies.count("late_size");
    }
    this.#sized = true;
    counter.sized();
    this.#resize(inputTokens, requestedTokens, cachedTokens);
  }

  /**
   * Its size is known better (the tokenizer's count): its demand is priced anew, at its arrival. It may be repeated.
   *
   * @param requestedTokens leave it out to keep what was known
   */
  reprice(inputTokens: number, requestedTokens?: number, options?: SizeOptions): void {
    const nowS = this.#time(options);
    if (nowS === null) return;
    const cachedTokens = options ? cachedTokensOf(options) : 0;
    this.#context.events?.size("reprice", this.#number, nowS, inputTokens, requestedTokens, cachedTokens);
    if (this.#end !== null || !this.#sized) return this.#wrong("reprice");
    if (!this.#checkTime(nowS) || !this.#accept(wrongSize(inputTokens, requestedTokens, cachedTokens))) return;
    const { offers } = this.#context.accounting;
    if (this.#offer.state === "sized") {
      offers.repriceChecked(this.#offer, nowS, inputTokens, requestedTokens, cachedTokens);
    }
    this.#resize(inputTokens, requestedTokens, cachedTokens);
  }

  /** It is admitted and on no engine yet: it waits for the phase that comes next. */
  wait(options?: At): void {
    const nowS = this.#time(options);
    if (nowS === null) return;
    this.#context.events?.step("wait", this.#number, nowS);
    if (this.#end !== null || !this.#sized) return this.#wrong("wait");
    if (!this.#checkTime(nowS)) return;
    const phase = this.#hasFirstToken() ? "decode" : "prefill";
    const record = this.#recorded();
    this.#context.fleet.wait(record, phase, nowS);
    if (phase === "prefill") this.#context.urgent?.arm(record, nowS);
  }

  /** It is dispatched to an engine for prefill. */
  prefill(engineId: string, options?: At): void {
    const nowS = this.#time(options);
    if (nowS === null) return;
    this.#context.events?.dispatch("prefill", this.#number, nowS, engineId);
    if (this.#end !== null || !this.#sized || this.#hasFirstToken()) return this.#wrong("prefill");
    this.#dispatch(engineId, "prefill", nowS);
  }

  /** Prefill has ended: the first token exists. A request that was never dispatched may have one too. */
  firstToken(options?: At): void {
    const nowS = this.#time(options);
    if (nowS === null) return;
    this.#context.events?.step("first_token", this.#number, nowS);
    const prefilled = this.#dispatched ? this.#place === "prefill" : !this.#hasFirstToken();
    if (this.#end !== null || !prefilled) return this.#strayOrWrong("first_token");
    if (!this.#checkTime(nowS)) return;
    const record = this.#record;
    const { fleet } = this.#context;
    // Never dispatched, it may have waited: wherever its prefill was, it waits no longer.
    if (record && !fleet.firstToken(record, nowS)) fleet.finished(record, nowS);
    this.#firstTokenS = nowS;
  }

  /** It is dispatched to an engine for decode. */
  decode(engineId: string, options?: At): void {
    const nowS = this.#time(options);
    if (nowS === null) return;
    this.#context.events?.dispatch("decode", this.#number, nowS, engineId);
    if (this.#end !== null || !this.#sized || !this.#hasFirstToken()) return this.#wrong("decode");
    this.#dispatch(engineId, "decode", nowS);
  }

  /**
   * It streamed a token, or `count` tokens that came together (counted as if evenly spaced). A request that was never
   * dispatched may stream after its first token.
   *
   * @param count whole, >= 1
   */
  token(count = 1, options?: At): void {
    const nowS = this.#time(options);
    if (nowS === null) return;
    this.#context.events?.token(this.#number, nowS, count);
    const streams = this.#dispatched ? this.#place === "decode" : this.#hasFirstToken();
    if (this.#end !== null || !streams) return this.#strayOrWrong("token");
    if (!this.#checkTime(nowS)) return;
    if (!this.#accept(wrongCount(count, this.#outputTokens))) return;
    const record = this.#record;
    const { fleet } = this.#context;
    if (record && this.#dispatched) fleet.token(record, nowS, count);
    else if (record) fleet.finished(record, nowS);
    this.#outputTokens += count;
    this.#lastTokenS = nowS;
  }

  /**
   * It leaves its engines and starts anew: the last attempt's times will count, from the first arrival. It waits again
   * if its size is known.
   */
  retry(options?: At): void {
    const nowS = this.#time(options);
    if (nowS === null) return;
    this.#context.events?.step("retry", this.#number, nowS);
    if (this.#end !== null) return this.#wrong("retry");
    if (!this.#checkTime(nowS)) return;
    this.#firstTokenS = Number.NaN;
    this.#lastTokenS = Number.NaN;
    this.#outputTokens = 0;
    this.#engineRemoved = false;
    if (this.#sized) this.#waitAnew(nowS);
  }

  /**
   * It completed.
   *
   * @param options `outputTokens`: the output length, where it is not the number of streamed tokens; where no token
   * was told of, the last one came now
   */
  complete(options?: At & { readonly outputTokens?: number }): void {
    this.#finish("completed", options, outputTokensOf(options));
  }

  /** It failed. */
  fail(options?: At): void {
    this.#finish("failed", options);
  }

  /** It waited longer than it was allowed to. */
  expire(options?: At): void {
    this.#finish("expired", options);
  }

  /** It was refused, by a prediction that it would miss its SLO: an outcome that counts. */
  refuse(options?: At): void {
    this.#finish("refused", options);
  }

  /** It was rejected plainly (over quota, too long): no outcome. */
  reject(options?: At): void {
    this.#finish("rejected", options);
  }

  /** Its client went away: no outcome. */
  cancel(options?: At): void {
    this.#finish("cancelled", options);
  }

  /** It was no valid request: no outcome, and no workload unless it was sized. */
  invalid(options?: At): void {
    this.#finish("invalid", options);
  }

  /** @internal Its engine left the fleet under it: what is still told of that engine is no wrong move. */
  engineRemoved(): void {
    this.#engineRemoved = true;
  }

  #dispatch(engineId: string, phase: Phase, nowS: number): void {
    const { fleet, anomalies } = this.#context;
    if (!this.#checkTime(nowS)) return;
    const engine = fleet.find(engineId);
    if (!engine) return anomalies.count("unknown_engine", () => new UnknownIdError("engine", engineId));
    this.#dispatched = true;
    this.#engineRemoved = false;
    fleet.dispatch(engine, this.#recorded(), phase, nowS);
  }

  #waitAnew(nowS: number): void {
    const { fleet, urgent } = this.#context;
    const record = this.#recorded();
    fleet.wait(record, "prefill", nowS);
    fleet.resize(record, { ...this.#shape(), outputTokens: 0 });
    urgent?.arm(record, nowS);
  }

  #finish(kind: TerminalKind, options: At | undefined, given?: number): void {
    const nowS = this.#time(options);
    if (nowS === null) return;
    this.#context.events?.end(kind, this.#number, nowS, given);
    if (this.#end !== null) return this.#wrong("end");
    const outputTokens = given ?? this.#outputTokens;
    if (!this.#accept(wrongOutput(outputTokens)) || !this.#checkTime(nowS)) return;
    this.#outputTokens = outputTokens;
    if (Number.isNaN(this.#lastTokenS)) this.#lastTokenS = nowS;
    const { accounting, fleet, counter } = this.#context;
    const { offers } = accounting;
    const wasSized = this.#sized;
    if (this.#record) fleet.finished(this.#record, nowS);
    if (wasSized && kind === "completed") this.#learn(outputTokens, nowS);
    if (this.#offer.state === "pending") {
      if (kind === "invalid") offers.invalidate(this.#offer);
      else offers.lose(this.#offer, nowS);
    }
    this.#recordOutcome(kind, outputTokens, nowS);
    counter.ended(kind, wasSized);
    this.#end = kind;
  }

  #learn(outputTokens: number, nowS: number): void {
    this.#context.accounting.completeChecked(this.#inputTokens, this.#requestedTokens, outputTokens, nowS);
  }

  #recordOutcome(kind: TerminalKind, outputTokens: number, nowS: number): void {
    if (!isOutcome(kind)) return;
    const { outcomes, config } = this.#context.accounting;
    const ttftS = this.#firstTokenS - this.arrivedS;
    const tpotS = timePerToken(this.#firstTokenS, this.#lastTokenS, outputTokens);
    outcomes.recordChecked(metTtft(kind, ttftS, config.ttftSloS), metTpot(kind, ttftS, tpotS, config.tpotSloS), nowS);
  }

  #resize(inputTokens: number, requestedTokens: number | undefined, cachedTokens: number): void {
    this.#inputTokens = inputTokens;
    this.#cachedTokens = cachedTokens;
    if (requestedTokens !== undefined) this.#requestedTokens = requestedTokens;
    if (this.#record) this.#context.fleet.resize(this.#record, this.#shape());
  }

  #shape(): RequestShape {
    return {
      inputTokens: this.#inputTokens,
      requestedTokens: this.#requestedTokens,
      cachedTokens: this.#cachedTokens,
    };
  }

  #recorded(): HandleRecord {
    this.#record ??= new HandleRecord(this, this.#shape(), this.arrivedS, this.#id);
    return this.#record;
  }

  get #place(): RequestState {
    return this.#record === null ? "none" : this.#record.state;
  }

  #hasFirstToken(): boolean {
    return !Number.isNaN(this.#firstTokenS);
  }

  /** When the event was, null if that is so far ahead that it is refused: nobody is told of it. */
  #time(options: At | undefined): number | null {
    return options ? this.#timeOf(options) : this.#context.clock.now();
  }

  #timeOf(options: At): number | null {
    const { clock } = this.#context;
    const given = clock.at(atOf(options));
    if (given === undefined) return clock.now();
    return isFuture(this.#context, given) ? null : given;
  }

  // What is rare has functions of its own, here and wherever a handle comes through: V8 inlines what is small.

  #checkTime(timeS: number): boolean {
    return Number.isFinite(timeS) || this.#refuseTime(timeS);
  }

  #refuseTime(timeS: number): false {
    this.#context.anomalies.count("invalid_time", () => new TimeError("at", timeS));
    return false;
  }

  /** Counts a wrong length; whether there was none. */
  #accept(wrong: WrongLength | null): boolean {
    return wrong === null || this.#refuseLength(wrong);
  }

  #refuseLength(wrong: WrongLength): false {
    this.#context.anomalies.count("invalid_length", () => lengthError(wrong));
    return false;
  }

  /** A late event of an engine that was removed is no fault of the router's; anything else is a wrong move. */
  #strayOrWrong(kind: AnomalyKind): void {
    if (this.#engineRemoved && this.#end === null) this.#context.anomalies.count("engine_removed");
    else this.#wrong(kind);
  }

  #wrong(kind: AnomalyKind): void {
    this.#context.anomalies.count(kind, () => new StateError(kind, this.state));
  }
}
