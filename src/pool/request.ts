import { type TerminalKind, timePerToken } from "../accounting/outcome";
import { numberOrNull } from "../check";
import { StateError, UnknownIdError } from "../errors";
import type { Phase, RequestId } from "../fleet";
import type { RequestOutlook } from "../fleet/outlook";
import { RequestRecord, UNKNOWN_TOKENS } from "../request-record";
import type { AnomalyKind } from "./anomalies";
import type { HandleContext, HandledRecord } from "./handle-context";
import { wrongCount, wrongOutput } from "./request-lengths";
import { type At, cachedTokensOf, type HandleState, outputTokensOf, type SizeOptions } from "./request-options";

/** Its size is not known yet, or is, or how it ended. */
type Stage = "pending" | "sized" | TerminalKind;

/**
 * One request, from its first byte to its end. Moves that its state does not allow change nothing and count as
 * anomalies; with `strict` they throw a typed error as well. Every call costs O(1), but for `outlook` (the number of
 * engines), and for `wait` and `retry` with the urgent path on: they look at the queue, at most 256 requests of it
 * while an urgent event is armed.
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
  readonly #record: HandledRecord;
  /** Its number in the event log; 0 without one. */
  readonly #number: number;
  /** How far it has come, wherever the fleet has it. */
  #stage: Stage = "pending";
  #dispatched = false;
  #engineRemoved = false;

  /** @internal Use `pool.open()`. */
  constructor(context: HandleContext, openedS: number, id: RequestId | null = null, givenS = openedS) {
    this.#context = context;
    this.#record = new RequestRecord(openedS, id, this);
    context.offers.openChecked(this.#record);
    context.counter.opened();
    this.#number = context.events?.open(openedS, givenS, id) ?? 0;
  }

  /** When its first byte arrived, in seconds. */
  get arrivedS(): number {
    return this.#record.arrivedS;
  }

  /** Where it is now. */
  get state(): HandleState {
    const { state } = this.#record;
    return this.#stage === "sized" && state !== "none" ? state : this.#stage;
  }

  /** Seconds from its first byte to its first token, null before one. A retry starts anew. */
  get ttftS(): number | null {
    return this.#record.firstTokenS === null ? null : this.#record.firstTokenS - this.arrivedS;
  }

  /** Seconds per output token after the first, so far; null with fewer than two. */
  get tpotS(): number | null {
    const { firstTokenS, lastStreamedS, streamedTokens } = this.#record;
    return numberOrNull(timePerToken(firstTokenS, lastStreamedS, streamedTokens));
  }

  /**
   * Advice about its first token, for a router that serves late requests last or refuses them.
   *
   * @example
   * const first = line.find((request) => request.outlook().late !== true) ?? line[0];
   */
  outlook(): RequestOutlook {
    return this.#context.outlook(this.#record);
  }

  /** The engine that it is resident on, null if it is on none. */
  get engine(): string | null {
    return this.#record.engine?.id ?? null;
  }

  /**
   * Its size is known, by a local estimate: its demand counts from now on, at its arrival.
   *
   * @param inputTokens prompt tokens
   * @param requestedTokens the output that it asks for, 0 if open-ended; without it, its decode work is not counted
   */
  size(inputTokens: number, requestedTokens?: number, options?: SizeOptions): void {
    const context = this.#context;
    const nowS = context.time(options);
    if (nowS === null) return;
    const given = options ? cachedTokensOf(options) : undefined;
    context.events?.size("size", this.#number, nowS, inputTokens, requestedTokens, given);
    if (this.#stage !== "pending") return this.#wrong("size");
    if (!context.acceptsSize(nowS, inputTokens, requestedTokens, given)) return;
    const cachedTokens = context.cachedIn(inputTokens, given, 0);
    this.#stage = "sized";
    context.counter.sized();
    const requested = requestedTokens ?? UNKNOWN_TOKENS;
    const countedS = context.countedS(nowS);
    const inTime = context.offers.sizeChecked(this.#record, countedS, inputTokens, requested, cachedTokens);
    if (!inTime) context.anomalies.count("late_size");
  }

  /**
   * Its size is known better (the tokenizer's count): its demand is priced anew, at its arrival. It may be repeated.
   *
   * @param requestedTokens leave it out to keep what was known, as with `cachedTokens`
   */
  reprice(inputTokens: number, requestedTokens?: number, options?: SizeOptions): void {
    const context = this.#context;
    const nowS = context.time(options);
    if (nowS === null) return;
    const given = options ? cachedTokensOf(options) : undefined;
    context.events?.size("reprice", this.#number, nowS, inputTokens, requestedTokens, given);
    const record = this.#record;
    if (this.#stage !== "sized") return this.#wrong("reprice");
    if (!context.acceptsSize(nowS, inputTokens, requestedTokens, given)) return;
    const cachedTokens = context.cachedIn(inputTokens, given, record.cachedTokens);
    context.moves.resize(record, inputTokens, requestedTokens ?? UNKNOWN_TOKENS, cachedTokens);
    if (record.offerState === "sized") context.offers.repriceChecked(record, context.countedS(nowS));
  }

  /** It is admitted and on no engine yet: it waits for the phase that comes next. */
  wait(options?: At): void {
    const nowS = this.#context.time(options);
    if (nowS === null) return;
    this.#context.events?.step("wait", this.#number, nowS);
    if (this.#stage !== "sized") return this.#wrong("wait");
    if (!this.#context.accepts(nowS)) return;
    const phase = this.#hasFirstToken() ? "decode" : "prefill";
    this.#context.moves.wait(this.#record, phase, nowS);
    if (phase === "prefill") this.#context.urgent?.arm(this.#record, nowS);
  }

  /** It is dispatched to an engine for prefill. */
  prefill(engineId: string, options?: At): void {
    const nowS = this.#context.time(options);
    if (nowS === null) return;
    this.#context.events?.dispatch("prefill", this.#number, nowS, engineId);
    if (this.#stage !== "sized" || this.#hasFirstToken()) return this.#wrong("prefill");
    this.#dispatch(engineId, "prefill", nowS);
  }

  /** Prefill has ended: the first token exists. A request that was never dispatched may have one too. */
  firstToken(options?: At): void {
    const nowS = this.#context.time(options);
    if (nowS === null) return;
    this.#context.events?.step("first_token", this.#number, nowS);
    const prefilled = this.#dispatched ? this.#record.state === "prefill" : !this.#hasFirstToken();
    if (this.#hasEnded() || !prefilled) return this.#strayOrWrong("first_token");
    if (!this.#context.accepts(nowS)) return;
    const record = this.#record;
    // Never dispatched, it may have waited: wherever its prefill was, it waits no longer.
    if (!this.#context.moves.firstToken(record, nowS)) this.#context.moves.leave(record, nowS);
    record.firstTokenS = nowS;
  }

  /** It is dispatched to an engine for decode. */
  decode(engineId: string, options?: At): void {
    const nowS = this.#context.time(options);
    if (nowS === null) return;
    this.#context.events?.dispatch("decode", this.#number, nowS, engineId);
    if (this.#stage !== "sized" || !this.#hasFirstToken()) return this.#wrong("decode");
    this.#dispatch(engineId, "decode", nowS);
  }

  /**
   * It streamed a token, or `count` tokens that came together (counted as if evenly spaced). A request that was never
   * dispatched may stream after its first token.
   *
   * @param count whole, >= 1
   */
  token(count = 1, options?: At): void {
    const nowS = this.#context.time(options);
    if (nowS === null) return;
    this.#context.events?.token(this.#number, nowS, count);
    const streams = this.#dispatched ? this.#record.state === "decode" : this.#hasFirstToken();
    if (this.#hasEnded() || !streams) return this.#strayOrWrong("token");
    if (!this.#context.accepts(nowS)) return;
    const record = this.#record;
    if (!this.#context.acceptsLengths(wrongCount(count, record.streamedTokens))) return;
    if (this.#dispatched) this.#context.moves.token(record, nowS, count);
    else this.#context.moves.leave(record, nowS);
    record.streamedTokens += count;
    record.lastStreamedS = nowS;
  }

  /**
   * It leaves its engines and starts anew: the last attempt's times will count, from the first arrival. It waits again
   * if its size is known.
   */
  retry(options?: At): void {
    const nowS = this.#context.time(options);
    if (nowS === null) return;
    this.#context.events?.step("retry", this.#number, nowS);
    if (this.#hasEnded()) return this.#wrong("retry");
    if (!this.#context.accepts(nowS)) return;
    this.#record.forgetTokens();
    this.#engineRemoved = false;
    if (this.#stage !== "sized") return;
    this.#context.moves.wait(this.#record, "prefill", nowS);
    this.#record.outputTokens = 0;
    this.#context.urgent?.arm(this.#record, nowS);
  }

  /**
   * It completed.
   *
   * @param options `outputTokens`: the output length, where it is not the number of streamed tokens; where no token
   * was reported, the last one came now. No output is learned as 0; without either, no length is learned
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
    const { fleet, moves, anomalies } = this.#context;
    if (!this.#context.accepts(nowS)) return;
    const engine = fleet.find(engineId);
    if (!engine) return anomalies.count("unknown_engine", () => new UnknownIdError("engine", engineId));
    this.#dispatched = true;
    this.#engineRemoved = false;
    moves.dispatch(engine, this.#record, phase, nowS);
  }

  #finish(kind: TerminalKind, options: At | undefined, given?: number): void {
    const context = this.#context;
    const nowS = context.time(options);
    if (nowS === null) return;
    context.events?.end(kind, this.#number, nowS, given);
    if (this.#hasEnded()) return this.#wrong("end");
    const record = this.#record;
    const outputTokens = given ?? record.streamedTokens;
    if (!context.acceptsLengths(wrongOutput(outputTokens)) || !context.accepts(nowS)) return;
    record.streamedTokens = outputTokens;
    record.lastStreamedS ??= nowS;
    if (record.state !== "none") context.moves.leave(record, nowS);
    context.accounting.endChecked(record, kind, context.countedS(nowS), outputTokens > 0 || given !== undefined);
    context.counter.ended(kind, this.#stage === "sized");
    this.#stage = kind;
  }

  #hasEnded(): boolean {
    return this.#stage !== "pending" && this.#stage !== "sized";
  }

  #hasFirstToken(): boolean {
    return this.#record.firstTokenS !== null;
  }

  /** A late event of an engine that was removed is no fault of the router's; anything else is a wrong move. */
  #strayOrWrong(kind: AnomalyKind): void {
    if (this.#engineRemoved && !this.#hasEnded()) this.#context.anomalies.count("engine_removed");
    else this.#wrong(kind);
  }

  #wrong(kind: AnomalyKind): void {
    this.#context.anomalies.count(kind, () => new StateError(kind, this.state));
  }
}
