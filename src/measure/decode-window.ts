import type { DecodePoint } from "../fit/measurements";
import type { TimedCompletion } from "./completion-client";

/** Intervals of each request, below which a point says too little. */
const FEWEST_INTERVALS = 8;

/**
 * The token interval of requests that were sent together, from the time at which all of them decode until the first one
 * ends: before it prefills share the steps, and after it the batch is smaller. Null where that is too short.
 */
export function decodePointOf(answers: readonly TimedCompletion[]): DecodePoint | null {
  const beginS = Math.max(...answers.map(({ chunksS }) => chunksS[0] ?? Number.POSITIVE_INFINITY));
  const endS = Math.min(...answers.map(({ chunksS }) => chunksS.at(-1) ?? Number.NEGATIVE_INFINITY));
  const parts = answers.map((answer) => partOf(answer, beginS, endS));
  if (parts.some(({ chunks }) => chunks <= FEWEST_INTERVALS)) return null;
  return {
    requests: answers.length,
    kvTokens: parts.reduce((sum, { kvTokens }) => sum + kvTokens, 0),
    seconds: parts.reduce((sum, { intervalS }) => sum + intervalS, 0) / parts.length,
  };
}

/** A chunk may hold several tokens: those of the answer count as if evenly spread. */
function partOf({ chunksS, inputTokens, outputTokens }: TimedCompletion, beginS: number, endS: number) {
  const within = chunksS.filter((timeS) => timeS >= beginS && timeS <= endS);
  const chunkTokens = outputTokens / chunksS.length;
  const before = chunksS.filter((timeS) => timeS < beginS).length;
  const spanS = (within.at(-1) ?? 0) - (within[0] ?? 0);
  return {
    chunks: within.length,
    intervalS: spanS / (within.length - 1) / chunkTokens,
    kvTokens: inputTokens + (before + within.length / 2) * chunkTokens,
  };
}
