import { EVENT, type EventHeap } from "./event-heap";
import { END, type EndCode, type RequestEvents } from "./events";
import { outcomeOf } from "./judge";
import { Progress, STAGE } from "./progress";
import { type BucketSeries, COUNT } from "./series";
import type { SimulationOptions } from "./simulation-options";
import type { Workload } from "./workload";

const OTHER_ENDS = {
  [END.failed]: "fail",
  [END.expired]: "expire",
  [END.refused]: "refuse",
  [END.rejected]: "reject",
  [END.cancelled]: "cancel",
} as const;

/** Takes requests from stage to stage: calls their handles, and writes down when and how they end. */
export class Lifecycle {
  readonly workload: Workload;
  readonly progress: Progress;
  openedCount = 0;
  endedCount = 0;
  readonly #handles: (RequestEvents | undefined)[];
  readonly #openHandle: (request: number) => RequestEvents;
  readonly #agenda: EventHeap;
  readonly #series: BucketSeries;
  readonly #options: SimulationOptions;
  readonly #firstTokenFromDecode: boolean;

  constructor(
    workload: Workload,
    options: SimulationOptions,
    agenda: EventHeap,
    series: BucketSeries,
    openHandle: (request: number) => RequestEvents,
  ) {
    this.workload = workload;
    this.progress = new Progress(workload.count);
    this.#handles = new Array<RequestEvents | undefined>(workload.count).fill(undefined);
    this.#options = options;
    this.#agenda = agenda;
    this.#series = series;
    this.#openHandle = openHandle;
    this.#firstTokenFromDecode = options.firstTokenFrom === "decode" && !options.aggregated;
  }

  /** Its first byte is there. */
  open(request: number): void {
    this.openedCount++;
    this.#series.count(COUNT.arrivals);
    this.progress.attemptS[request] = this.workload.arrivalS[request] as number;
    this.#begin(request);
  }

  /** Its client sends it again. */
  reopen(request: number, nowS: number): void {
    this.progress.attemptS[request] = nowS;
    this.progress.retries[request] = (this.progress.retries[request] as number) + 1;
    this.progress.tokens[request] = 0;
    this.progress.prefillEndS[request] = Number.NaN;
    this.progress.firstTokenS[request] = Number.NaN;
    this.#begin(request);
  }

  /** The upload is over. False: it was aborted, and the request has ended. */
  size(request: number, nowS: number): boolean {
    if (this.workload.lastToken[request] === 0) {
      this.end(request, this.workload.plannedEnd[request] as EndCode, nowS);
      return false;
    }
    const { estimatedTokens, requestedTokens } = this.workload;
    this.#handle(request).size(estimatedTokens[request] as number, requestedTokens[request] as number);
    return true;
  }

  /** The input is tokenized. */
  reprice(request: number): void {
    const { inputTokens, requestedTokens } = this.workload;
    this.#handle(request).reprice(inputTokens[request] as number, requestedTokens[request] as number);
  }

  /** Begins to wait in the line of `stage`. False: it is too old for that, and has expired. */
  wait(request: number, stage: number, nowS: number): boolean {
    const deadlineS = (this.progress.attemptS[request] as number) + this.#options.timeoutS;
    if (nowS >= deadlineS) {
      this.expire(request, nowS);
      return false;
    }
    this.progress.stage[request] = stage;
    this.#handle(request).wait();
    this.#agenda.push(deadlineS, EVENT.deadline, request, this.progress.retries[request]);
    return true;
  }

  /** Whether its router says that it would miss its TTFT if it were served next. */
  isLate(request: number): boolean {
    return this.#handle(request).outlook?.().late === true;
  }

  /** Goes to an engine for prefill. */
  prefill(request: number, engine: string): void {
    this.progress.stage[request] = STAGE.prefill;
    this.#handle(request).prefill(engine);
  }

  /** Ends its prefill, which made a token. False: that was all, and the request has ended. */
  endPrefill(request: number, nowS: number): boolean {
    this.progress.stage[request] = STAGE.transfer;
    this.progress.prefillEndS[request] = nowS;
    this.#handle(request).firstToken();
    // The decode engine will make it again: the client sees that one.
    if (this.#firstTokenFromDecode) return true;
    this.progress.firstTokenS[request] = nowS;
    this.progress.tokens[request] = 1;
    return this.#goesOn(request, 1, nowS);
  }

  /** Joins the decode batch of an engine. */
  decode(request: number, engine: string): void {
    this.progress.stage[request] = STAGE.decode;
    this.#handle(request).decode(engine);
  }

  /** Gets its next token. False: that was the last, and the request has ended. */
  token(request: number, nowS: number): boolean {
    const tokens = (this.progress.tokens[request] as number) + 1;
    this.progress.tokens[request] = tokens;
    if (tokens > 1) this.#handle(request).token();
    else this.progress.firstTokenS[request] = nowS;
    return this.#goesOn(request, tokens, nowS);
  }

  /** Has waited too long: its client sends it again, or gives up. */
  expire(request: number, nowS: number): void {
    if ((this.progress.retries[request] as number) >= this.#options.retries) {
      this.end(request, END.expired, nowS);
      return;
    }
    this.#handle(request).expire();
    this.progress.stage[request] = STAGE.ahead;
    this.#agenda.push(nowS + this.#options.retryDelayS, EVENT.retry, request);
  }

  /** KV tokens that it holds: its input and its output so far. */
  kvTokens(request: number): number {
    return (this.workload.inputTokens[request] as number) + (this.progress.tokens[request] as number);
  }

  /** Ends a request, once. */
  end(request: number, end: EndCode, nowS: number): void {
    const handle = this.#handle(request);
    this.#handles[request] = undefined;
    this.progress.stage[request] = STAGE.ended;
    this.progress.endS[request] = nowS;
    this.progress.end[request] = end;
    this.endedCount++;
    this.#countOutcome(request);
    this.#tellEnd(handle, end, request);
  }

  #begin(request: number): void {
    this.#handles[request] = this.#openHandle(request);
    this.progress.stage[request] = STAGE.upload;
  }

  #goesOn(request: number, tokens: number, nowS: number): boolean {
    if (tokens !== this.workload.lastToken[request]) return true;
    this.end(request, this.workload.plannedEnd[request] as EndCode, nowS);
    return false;
  }

  #countOutcome(request: number): void {
    const outcome = outcomeOf(request, this.workload, this.progress, this.#options);
    if (!outcome) return;
    this.#series.count(COUNT.outcomes);
    if (outcome.ttftMet) this.#series.count(COUNT.ttftMet);
    if (outcome.tpotMet) this.#series.count(COUNT.tpotMet);
    if (outcome.ttftMet && outcome.tpotMet) this.#series.count(COUNT.bothMet);
  }

  #tellEnd(handle: RequestEvents, end: EndCode, request: number): void {
    if (end === END.completed) handle.complete({ outputTokens: this.workload.outputTokens[request] as number });
    else handle[OTHER_ENDS[end]]();
  }

  #handle(request: number): RequestEvents {
    return this.#handles[request] as RequestEvents;
  }
}
