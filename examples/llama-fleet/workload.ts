import type { EngineProfile } from "narwhal-slo";
import { prefillS, tokenIntervalS } from "narwhal-slo/parts";
import type { TraceRequest } from "narwhal-slo/replay";

/** Lengths of a workload, in tokens: uniform between the two. */
const INPUT = [64, 320] as const;
const OUTPUT = [48, 144] as const;
/** Cores that the engines' work may take: the gateway, the load and the machine need some of two. */
const ENGINE_CORES = 0.9;

/** Numbers of 0 .. 1 from a seed, by xorshift. */
export function randomOf(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Requests a second that keep the engines as busy as this machine bears. */
export function bearableRate(profile: EngineProfile): number {
  const [inputTokens, outputTokens] = [mean(INPUT), mean(OUTPUT)];
  const together = 2;
  const kvTokens = together * (inputTokens + outputTokens / 2);
  const decodeS = (outputTokens * tokenIntervalS(profile, kvTokens, together)) / together;
  return ENGINE_CORES / (prefillS(profile, inputTokens) + decodeS);
}

/** Requests at random times, about so many a second. The same seed gives the same ones. */
export function workload(seconds: number, requestsPerS: number, seed: number): TraceRequest[] {
  const random = randomOf(seed);
  const requests: TraceRequest[] = [];
  for (let atS = 0; atS < seconds; atS += -Math.log(1 - random()) / requestsPerS) {
    requests.push({ atS, inputTokens: between(INPUT, random()), outputTokens: between(OUTPUT, random()) });
  }
  return requests;
}

/** A text of that many words, each of which is a token of the random model. */
export function promptOf(inputTokens: number, seed: number): string {
  const random = randomOf(seed + 1);
  const letter = () => String.fromCharCode(97 + Math.floor(26 * random()));
  return Array.from({ length: inputTokens }, () => ` ${letter()}${letter()}`).join("");
}

function between([least, most]: readonly [number, number], share: number): number {
  return Math.round(least + (most - least) * share);
}

function mean([least, most]: readonly [number, number]): number {
  return (least + most) / 2;
}
