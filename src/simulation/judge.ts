import { END } from "./events";
import type { Progress } from "./progress";
import type { SimulationOptions } from "./simulation-options";
import type { Workload } from "./workload";

/** Which SLOs a request met. */
export interface JudgedRequest {
  readonly ttftMet: boolean;
  readonly tpotMet: boolean;
}

/** Seconds from arrival to the client's first token; NaN without one. */
export function ttftS(request: number, workload: Workload, progress: Progress): number {
  return at(progress.firstTokenS, request) - at(workload.arrivalS, request);
}

/** Mean seconds of a token after the first; NaN unless the request completed with 2 tokens or more. */
export function tpotS(request: number, workload: Workload, progress: Progress): number {
  const gaps = at(workload.outputTokens, request) - 1;
  if (progress.end[request] !== END.completed || gaps < 1) return Number.NaN;
  return (at(progress.endS, request) - at(progress.firstTokenS, request)) / gaps;
}

/** The outcome of an ended request (semantics, section 2); undefined for an end that is no outcome. */
export function outcomeOf(
  request: number,
  workload: Workload,
  progress: Progress,
  { ttftSloS, tpotSloS }: SimulationOptions,
): JudgedRequest | undefined {
  switch (progress.end[request]) {
    case END.completed:
      // An undefined TPOT is met.
      return {
        ttftMet: ttftS(request, workload, progress) <= ttftSloS,
        tpotMet: !(tpotS(request, workload, progress) > tpotSloS),
      };
    case END.failed:
    case END.expired:
    case END.refused:
      return { ttftMet: false, tpotMet: Number.isNaN(at(progress.firstTokenS, request)) };
    default:
      return undefined;
  }
}

function at(column: Float64Array | Uint32Array, request: number): number {
  return column[request] as number;
}
