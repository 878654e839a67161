import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { parseTrace, type TraceRequest } from "../../src/replay";

/** A real trace, by what its requests are about. */
export type Kind = "conversation" | "code" | "mooncake";

const FILES = {
  conversation: "AzureLLMInferenceTrace_conv.csv.gz",
  code: "AzureLLMInferenceTrace_code.csv.gz",
  mooncake: "mooncake-conversation.jsonl.gz",
};
/** A rate is made of so many copies at least, or the bursts of one would be more than a small fleet can serve. */
const LEAST_COPIES = 4;
/** Length of the hour that both traces are cut to. */
const SPAN_S = 3400;

const read = new Map<Kind, readonly TraceRequest[]>();

/** The requests of a trace. */
export function traceOf(kind: Kind): readonly TraceRequest[] {
  const known = read.get(kind);
  if (known) return known;
  const bytes = readFileSync(new URL(`data/${FILES[kind]}`, import.meta.url));
  const requests = parseTrace(gunzipSync(bytes).toString("utf8")).requests;
  read.set(kind, requests);
  return requests;
}

/** A stretch of a workload: a trace at so many times its rate. */
export interface Stretch {
  readonly kind: Kind;
  /** 2.5: five eighths of the requests of four copies of the trace, each begun at another place. */
  readonly rate: number;
  readonly fromS: number;
  readonly toS: number;
}

/**
 * The requests of some stretches. The seed decides where in the trace each copy begins, and what is left out.
 *
 * @param leastCopies of how many copies a rate is made at least: 1 is as bursty as the trace itself
 */
export function workloadOf(stretches: readonly Stretch[], seed: number, leastCopies = LEAST_COPIES): TraceRequest[] {
  const random = randomOf(seed);
  const requests = stretches.flatMap((stretch) => {
    const copies = Math.max(leastCopies, Math.ceil(stretch.rate));
    const share = stretch.rate / copies;
    return Array.from({ length: copies }, () => copyOf(stretch, random() * SPAN_S, share, random)).flat();
  });
  return requests.sort((a, b) => a.atS - b.atS);
}

function copyOf({ kind, fromS, toS }: Stretch, startS: number, share: number, random: () => number): TraceRequest[] {
  return traceOf(kind).flatMap((request) => {
    if (request.atS >= SPAN_S) return [];
    const atS = fromS + ((request.atS - startS + SPAN_S) % SPAN_S);
    return atS < toS && random() < share ? [{ ...request, atS }] : [];
  });
}

/** Requests of one shape at an even rate; times and lengths are up to 10% off. */
export function steadyOf(perSecond: number, lengthS: number, seed: number): TraceRequest[] {
  const random = randomOf(seed);
  const noisy = (value: number) => value * (0.9 + 0.2 * random());
  const requests = Array.from({ length: Math.floor(perSecond * lengthS) }, (_, index) => ({
    atS: (index + 0.2 * random()) / perSecond,
    inputTokens: Math.round(noisy(1200)),
    outputTokens: Math.round(noisy(200)),
  }));
  return requests.sort((a, b) => a.atS - b.atS);
}

/** Requests of exactly one shape at an even rate; times are up to 20% of a gap off. */
export function evenly(
  perSecond: number,
  lengthS: number,
  inputTokens: number,
  outputTokens: number,
  seed: number,
): TraceRequest[] {
  const random = randomOf(seed);
  return Array.from({ length: perSecond * lengthS }, (_, index) => ({
    atS: (index + 0.2 * random()) / perSecond,
    inputTokens,
    outputTokens,
  }));
}

/** Numbers in [0, 1): mulberry32. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
