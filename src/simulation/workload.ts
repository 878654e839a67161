import { checkLength, MAX_TOKENS, ownFields } from "../check";
import { ArgumentError } from "../errors";
import { LognormalNoise } from "../random/noise";
import { RANDOM_STREAMS, Random } from "../random/random";
import type { TraceRequest } from "../traces/trace";
import { END, type EndCode } from "./events";
import type { SimulationOptions } from "./simulation-options";

/**
 * Facts of the requests of a run that are settled before it begins, one column a field. All that chance decides about a
 * request is drawn here, in the order of the trace: two runs that differ in nothing but the controller see the same
 * requests, and an option that uses a draw shifts no other.
 */
export class Workload {
  readonly count: number;
  /** Blocks of the prompts, where the trace has them. */
  readonly hashIds = new Map<number, Uint32Array>();
  /** Tokens of a prompt that its engine had cached, where the trace says so. */
  readonly cachedTokens = new Map<number, number>();
  /** With a bound on open requests it is when the request was let in, once that is known. */
  readonly arrivalS: Float64Array;
  readonly inputTokens: Uint32Array;
  /** At least 1: a prefill makes a token, whatever the trace says. */
  readonly outputTokens: Uint32Array;
  readonly requestedTokens: Uint32Array;
  /** The router's own guess of the input length, until the input is tokenized. */
  readonly estimatedTokens: Uint32Array;
  /** Factor of the profile's prefill time. */
  readonly prefillNoise: Float64Array;
  /** How the request ends unless the fleet ends it ({@link END}) .. */
  readonly plannedEnd: Uint8Array;
  /** .. and at which of its tokens; 0: while it is uploaded. */
  readonly lastToken: Uint32Array;

  /**
   * @param requests by time
   * @param prefillNoise draws in place of the lognormal ones, mean 1
   * @throws ArgumentError that names request and field: a time before the previous one, an invalid length
   */
  constructor(requests: readonly TraceRequest[], options: SimulationOptions, prefillNoise?: () => number) {
    this.count = requests.length;
    this.arrivalS = new Float64Array(this.count);
    this.inputTokens = new Uint32Array(this.count);
    this.outputTokens = new Uint32Array(this.count);
    this.requestedTokens = new Uint32Array(this.count);
    this.plannedEnd = new Uint8Array(this.count);
    this.lastToken = new Uint32Array(this.count);
    this.#load(requests, options);
    this.estimatedTokens = drawEstimates(this.inputTokens, options);
    this.#drawEnds(options);
    this.prefillNoise = drawNoise(this.count, options, prefillNoise);
  }

  #load(requests: readonly TraceRequest[], { speed, requestedOutput }: SimulationOptions): void {
    let previousS = 0;
    for (const [index, given] of requests.entries()) {
      const request = checkRequest(index, given, previousS);
      previousS = request.atS;
      const outputTokens = Math.max(1, request.outputTokens);
      this.arrivalS[index] = request.atS / speed;
      if (request.hashIds) this.hashIds.set(index, request.hashIds);
      if (request.cachedTokens) this.cachedTokens.set(index, request.cachedTokens);
      this.inputTokens[index] = request.inputTokens;
      this.outputTokens[index] = outputTokens;
      this.requestedTokens[index] = requestedTokens(outputTokens, requestedOutput);
    }
  }

  #drawEnds({ seed, abortShare, cancelShare, failShare }: SimulationOptions): void {
    const fates = new Random(seed, RANDOM_STREAMS.fate);
    const cuts = new Random(seed, RANDOM_STREAMS.cut);
    for (const [request, outputTokens] of this.outputTokens.entries()) {
      const fate = fates.uniform();
      const cut = Math.ceil(cuts.uniform() * outputTokens);
      if (fate < abortShare) this.#plan(request, END.cancelled, 0);
      else if (fate < abortShare + cancelShare) this.#plan(request, END.cancelled, cut);
      else if (fate < abortShare + cancelShare + failShare) this.#plan(request, END.failed, cut);
      else this.#plan(request, END.completed, outputTokens);
    }
  }

  #plan(request: number, end: EndCode, lastToken: number): void {
    this.plannedEnd[request] = end;
    this.lastToken[request] = lastToken;
  }
}

/** The rungs of `pow4`: what clients like to set as their output limit. */
const POW4_TOKENS = [16, 64, 256, 1024, 4096];

/** Output that a request asks for that will make `outputTokens`: the next rung; beyond the last one, exactly that. */
function requestedTokens(outputTokens: number, choice: SimulationOptions["requestedOutput"]): number {
  if (choice === "exact") return outputTokens;
  const rungs = choice === "pow4" ? POW4_TOKENS : [choice];
  return rungs.find((rung) => rung >= outputTokens) ?? outputTokens;
}

function drawEstimates(inputTokens: Uint32Array, { seed, estimateError }: SimulationOptions): Uint32Array {
  const random = new Random(seed, RANDOM_STREAMS.estimate);
  return inputTokens.map((tokens) => {
    const factor = 1 + estimateError * (2 * random.uniform() - 1);
    return Math.min(MAX_TOKENS, Math.round(tokens * factor));
  });
}

function drawNoise(count: number, { seed, noiseCv }: SimulationOptions, replacement?: () => number): Float64Array {
  const random = new Random(seed, RANDOM_STREAMS.prefillNoise);
  const lognormal = new LognormalNoise(noiseCv);
  const draw = replacement ?? (() => lognormal.draw(random));
  return new Float64Array(count).map(draw);
}

/** The request, each of its fields read once. */
function checkRequest(index: number, request: TraceRequest, previousS: number): TraceRequest {
  const { atS, inputTokens, outputTokens, hashIds, cachedTokens = 0 } = ownFields(`requests.${index}`, request);
  if (!Number.isFinite(atS) || atS < previousS) {
    throw new ArgumentError(`requests.${index}.atS`, `must be a time >= ${previousS} s, the previous one`, atS);
  }
  checkLength(`requests.${index}.inputTokens`, inputTokens);
  checkLength(`requests.${index}.outputTokens`, outputTokens);
  if (hashIds !== undefined && !(hashIds instanceof Uint32Array)) {
    throw new ArgumentError(`requests.${index}.hashIds`, "must be a Uint32Array", hashIds);
  }
  checkLength(`requests.${index}.cachedTokens`, cachedTokens);
  return {
    atS,
    inputTokens,
    outputTokens,
    cachedTokens: Math.min(inputTokens, cachedTokens),
    ...(hashIds && { hashIds }),
  };
}
