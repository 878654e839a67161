import { type EngineProfile, prefillS } from "../profile";
import type { Engine, Resident } from "./engine";
import type { RequestMoves } from "./request-moves";

/** Advice about the first token of a request. The router owns its line. */
export interface RequestOutlook {
  /**
   * Projected seconds from its first byte to its first token, if the line is served in order; those before it count as
   * the mean of the line. After its first token the TTFT that it had. null: no prefill engine with a profile, given
   * or learned, is available, or its size is unknown.
   */
  readonly ttftS: number | null;
  /** Whether it would miss its TTFT SLO if it were served next; null: unknown. */
  readonly late: boolean | null;
}

/** The outlook of a request. Its cost is the number of engines, however long the queue is. */
export function outlookOf(
  request: Resident,
  moves: RequestMoves,
  engines: readonly Engine[],
  { nowS, ttftSloS }: { readonly nowS: number; readonly ttftSloS: number },
): RequestOutlook {
  const { arrivedS, firstTokenS } = request;
  if (firstTokenS !== null) return outlook(firstTokenS - arrivedS, firstTokenS - arrivedS, ttftSloS);
  const waitedS = Math.max(0, nowS - arrivedS);
  const work = prefillWork(request, moves, engines, nowS);
  if (work === null) return { ttftS: null, late: waitedS > ttftSloS ? true : null };
  return outlook(waitedS + work.inOrderS, waitedS + work.nextS, ttftSloS);
}

function outlook(ttftS: number, soonestS: number, ttftSloS: number): RequestOutlook {
  return { ttftS, late: soonestS > ttftSloS };
}

/** Seconds to the end of its prefill in the order of the line, and if it were served next. */
interface PrefillWork {
  readonly inOrderS: number;
  readonly nextS: number;
}

/** null: no engine's speed is known, or not its size. */
function prefillWork(
  request: Resident,
  moves: RequestMoves,
  engines: readonly Engine[],
  nowS: number,
): PrefillWork | null {
  const { prefillTokens, engine: host } = request;
  if (prefillTokens < 0) return null;
  if (host !== null) return hostedWork(host, nowS);
  let nextS = Number.POSITIVE_INFINITY;
  let residentS = 0;
  let queuedS = 0;
  let ownS = 0;
  let count = 0;
  for (const engine of engines) {
    const profile = speedOf(engine);
    if (engine.role !== "prefill" || !engine.available || profile === null) continue;
    const engineS = engine.remainingPrefillS(profile, nowS);
    const serviceS = prefillS(profile, prefillTokens);
    nextS = Math.min(nextS, engineS + serviceS);
    residentS += engineS;
    queuedS += moves.queuedPrefill.seconds(profile);
    ownS += serviceS;
    count += 1;
  }
  if (count === 0) return null;
  // In order it waits until the work before it is done, by all engines together.
  const aheadS = (residentS + (moves.shareAhead(request) * queuedS) / count) / count;
  return { inOrderS: Math.max(nextS, aheadS + ownS / count), nextS };
}

/** On an engine it is the last that the engine prefills, as far as it is known. */
function hostedWork(host: Engine, nowS: number): PrefillWork | null {
  const profile = speedOf(host);
  if (profile === null) return null;
  const restS = host.remainingPrefillS(profile, nowS);
  return { inOrderS: restS, nextS: restS };
}

/** Learned at work, where the pool learns; else as its profile says. */
function speedOf({ learning, profile }: Engine): EngineProfile | null {
  return learning?.model.profile ?? profile;
}
