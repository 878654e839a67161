import type { Engine, Fleet, FleetRequest } from "../fleet";
import { prefillS } from "../profile";

/** The projected queue: list scheduling in arrival order over prefill engines (semantics, section 12). */
export interface QueueProjection {
  /** The waiting requests by arrival, and the projected TTFT of each: time waited and time to the end of its prefill. */
  readonly requests: readonly FleetRequest[];
  readonly ttftS: readonly number[];
  /** Prefill seconds of the queue on the engines that the requests were given. */
  readonly queuedS: number;
}

/** A waiting request with its projected TTFT in seconds. */
export interface ProjectedRequest {
  readonly request: FleetRequest;
  readonly ttftS: number;
}

/**
 * Projects the requests that wait for prefill over the available prefill engines and, if given, one donor more.
 * Its cost is the length of the queue times the number of these engines.
 *
 * @returns null when there is no such engine, or one without a profile
 */
export function projectQueue(fleet: Fleet, nowS: number, donor: Engine | null = null): QueueProjection | null {
  const engines = prefillEngines(fleet);
  if (donor) engines.push(donor);
  if (engines.length === 0 || engines.some(({ profile }) => profile === null)) return null;
  const finishS = engines.map((engine) => engine.residentPrefillS());
  const requests = waitingForPrefill(fleet);
  const ttftS: number[] = [];
  let queuedS = 0;
  for (const request of requests) {
    const place = earliestEngine(engines, finishS, request.prefillTokens);
    const startS = finishS[place] as number;
    const endS = completionS(engines[place] as Engine, startS, request.prefillTokens);
    queuedS += endS - startS;
    finishS[place] = endS;
    ttftS.push(nowS - request.arrivedS + endS);
  }
  return { requests, ttftS, queuedS };
}

/** The worst request of a projection, the first one of equals; null if nothing waits. */
export function worstOf({ requests, ttftS }: QueueProjection): ProjectedRequest | null {
  let worst = -1;
  ttftS.forEach((valueS, index) => {
    if (worst < 0 || valueS > (ttftS[worst] as number)) worst = index;
  });
  return worst < 0 ? null : { request: requests[worst] as FleetRequest, ttftS: ttftS[worst] as number };
}

/** The projected TTFT of one request of a projection; null if it does not wait. */
export function projectedTtftS({ requests, ttftS }: QueueProjection, request: FleetRequest): number | null {
  // Mostly it has just joined the queue.
  return ttftS[requests.lastIndexOf(request)] ?? null;
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
  const waiting: FleetRequest[] = [];
  let inOrder = true;
  let latestS = Number.NEGATIVE_INFINITY;
  for (const request of fleet.waiting()) {
    if (request.nextPhase !== "prefill") continue;
    inOrder &&= request.arrivedS >= latestS;
    latestS = request.arrivedS;
    waiting.push(request);
  }
  return inOrder ? waiting : waiting.sort((a, b) => a.arrivedS - b.arrivedS);
}

/** The engine with the least (completion, id). */
function earliestEngine(engines: readonly Engine[], finishS: readonly number[], tokens: number): number {
  let earliest = 0;
  let earliestS = Number.POSITIVE_INFINITY;
  for (let index = 0; index < engines.length; index += 1) {
    const engine = engines[index] as Engine;
    const endS = completionS(engine, finishS[index] as number, tokens);
    if (endS > earliestS || (endS === earliestS && engine.id >= (engines[earliest] as Engine).id)) continue;
    earliest = index;
    earliestS = endS;
  }
  return earliest;
}

function completionS({ profile }: Engine, startS: number, tokens: number): number {
  return profile ? startS + prefillS(profile, tokens) : Number.POSITIVE_INFINITY;
}
