import { residenceOf } from "../accounting/decode-residence";
import type { Config } from "../config";
import { type EngineProfile, prefillS } from "../profile";
import type { TraceRequest } from "../traces/trace";

/** Work of a trace, second by second, on engines of one profile. */
export interface FluidLoad {
  /** Whole seconds up to the last arrival: work beyond it competes with nothing that still comes. */
  readonly seconds: number;
  /** When each request arrives, by time. */
  readonly arrivedS: Float64Array;
  /** Prefill seconds of each request. */
  readonly prefillS: Float64Array;
  /** Mean of them. */
  readonly meanPrefillS: number;
  /** The first request that arrives in a second or later; one more than there are seconds. */
  readonly firstIn: Uint32Array;
  /** Engines that decode takes in each second while TPOT is kept. */
  readonly decodeEngines: Float64Array;
  /** Requests that decode in each second, each divided by the seconds that it decodes: they sum to their number. */
  readonly decodeShares: Float64Array;
}

/** The load of requests, at so many times the rate of their trace. */
export function fluidLoadOf(
  requests: readonly TraceRequest[],
  profile: EngineProfile,
  { tpotSloS }: Pick<Config, "tpotSloS">,
  speed: number,
): FluidLoad {
  const arrivedS = Float64Array.from(requests, ({ atS }) => atS / speed);
  const workS = Float64Array.from(requests, ({ inputTokens, cachedTokens = 0 }) =>
    prefillS(profile, Math.max(0, inputTokens - cachedTokens)),
  );
  const stays = requests.map(({ inputTokens, outputTokens }) => {
    return residenceOf(profile, inputTokens + outputTokens / 2, Math.max(1, outputTokens), tpotSloS);
  });
  const seconds = 1 + Math.floor(arrivedS.at(-1) ?? 0);
  const firstIn = new Uint32Array(seconds + 1).fill(requests.length);
  for (let request = requests.length - 1; request >= 0; request--) firstIn[secondOf(arrivedS, request)] = request;
  for (let second = seconds - 1; second >= 0; second--) {
    firstIn[second] = Math.min(firstIn[second] as number, firstIn[second + 1] as number);
  }
  const decodeEngines = new Float64Array(seconds);
  const decodeShares = new Float64Array(seconds);
  for (const [request, { decodeS, engineS }] of stays.entries()) {
    const fromS = (arrivedS[request] as number) + (workS[request] as number);
    spread(decodeEngines, fromS, decodeS, engineS);
    spread(decodeShares, fromS, decodeS, 1);
  }
  const meanPrefillS = workS.reduce((sum, value) => sum + value, 0) / Math.max(1, requests.length);
  return { seconds, arrivedS, prefillS: workS, meanPrefillS, firstIn, decodeEngines, decodeShares };
}

function secondOf(arrivedS: Float64Array, request: number): number {
  return Math.floor(arrivedS[request] as number);
}

/** Spreads an amount evenly over a time, at least a second of it. */
function spread(into: Float64Array, fromS: number, lengthS: number, amount: number): void {
  const first = Math.floor(fromS);
  const last = Math.floor(fromS + Math.max(1, lengthS));
  const each = amount / (last - first);
  for (let second = first; second < Math.min(last, into.length); second++) {
    into[second] = (into[second] as number) + each;
  }
}
