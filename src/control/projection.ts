import type { Engine, Fleet, FleetRequest } from "../fleet";
import { prefillS } from "../profile";

/** A waiting request's projected time to first token. */
export interface ProjectedRequest {
  readonly request: FleetRequest;
  /** Time waited and time to the end of its prefill, in seconds. */
  readonly ttftS: number;
}

/** The projected queue: list scheduling in arrival order over prefill engines (semantics, section 12). */
export interface QueueProjection {
  readonly requests: readonly ProjectedRequest[];
  /** The worst of them; the first one of equals. */
  readonly worst: ProjectedRequest | null;
  /** Prefill seconds of the queue on the engines that the requests were given. */
  readonly queuedS: number;
}

/**
 * Projects the requests that wait for prefill over the available prefill engines and, if given, one donor more.
 *
 * @returns null when there is no such engine, or one without a profile
 */
export function projectQueue(fleet: Fleet, nowS: number, donor: Engine | null = null): QueueProjection | null {
  const engines = prefillEngines(fleet);
  if (donor) engines.push(donor);
  if (engines.length === 0 || engines.some(({ profile }) => profile === null)) return null;
  const finishS = engines.map((engine) => engine.residentPrefillS());
  const requests: ProjectedRequest[] = [];
  let worst: ProjectedRequest | null = null;
  let queuedS = 0;
  for (const request of waitingForPrefill(fleet)) {
    const place = earliest(engines, finishS, request.prefillTokens);
    queuedS += place.completionS - (finishS[place.index] as number);
    finishS[place.index] = place.completionS;
    const projected = { request, ttftS: nowS - request.arrivedS + place.completionS };
    requests.push(projected);
    if (worst === null || projected.ttftS > worst.ttftS) worst = projected;
  }
  return { requests, worst, queuedS };
}

/** The projected TTFT of one request of a projection; null if it does not wait. */
export function projectedTtftS(projection: QueueProjection, request: FleetRequest): number | null {
  return projection.requests.find((projected) => projected.request === request)?.ttftS ?? null;
}

/** Prefill seconds of the residents of the available prefill engines. */
export function availableResidentPrefillS(fleet: Fleet): number {
  return prefillEngines(fleet).reduce((sumS, engine) => sumS + engine.residentPrefillS(), 0);
}

function prefillEngines(fleet: Fleet): Engine[] {
  return fleet.engines.filter((engine) => engine.available && engine.role === "prefill");
}

/** Those that wait for prefill, by arrival; ties in order of waiting (the sort is stable). */
function waitingForPrefill(fleet: Fleet): FleetRequest[] {
  const waiting = Array.from(fleet.waiting()).filter(({ nextPhase }) => nextPhase === "prefill");
  return waiting.sort((a, b) => a.arrivedS - b.arrivedS);
}

/** The engine with the least (completion, id). */
function earliest(engines: readonly Engine[], finishS: readonly number[], tokens: number) {
  let index = -1;
  let completionS = Number.POSITIVE_INFINITY;
  engines.forEach((engine, candidate) => {
    if (!engine.profile) return;
    const endS = (finishS[candidate] as number) + prefillS(engine.profile, tokens);
    const first =
      endS < completionS || (endS === completionS && index >= 0 && engine.id < (engines[index] as Engine).id);
    if (!first) return;
    index = candidate;
    completionS = endS;
  });
  return { index, completionS };
}
