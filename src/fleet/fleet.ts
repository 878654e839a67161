import { checkTime } from "../check";
import { UnknownIdError } from "../errors";
import { type EngineProfile, prefillS } from "../profile";
import type { Phase } from "../roles";
import type { Engine } from "./engine";
import { FleetEngines } from "./fleet-engines";
import { checkPhase, checkShape, checkTokenCount, type FleetRequest, type RequestShape } from "./request";
import { RequestList } from "./request-list";

/**
 * The fleet: engines, the requests that are resident on them, and those that wait (semantics, section 7). It takes
 * records (`FleetRequest`) for callers that hold one per request; `FleetTracker` takes ids.
 *
 * Every event is O(1) and makes no garbage. An event that the request's state does not allow (a token of a request that
 * is not decoding, the end of one that has ended) changes nothing and returns false; what throws has changed nothing.
 * Times are seconds on one clock. Should it step back, no gap is negative and no prefill work is counted twice; a
 * token then costs time in proportion to the residents that are stamped later.
 *
 * @example
 * const fleet = new Fleet(resolveConfig({ ttftSloS: 1, tpotSloS: 0.05 }));
 * const engine = fleet.addEngine({ id: "gpu-0", role: "decode", profile }, 0);
 * const request = new FleetRequest({ inputTokens: 812, requestedTokens: 256 }, 0);
 * fleet.dispatch(engine, request, "decode", 0.1);
 * fleet.token(request, 0.2);
 * fleet.finished(request, 0.3);
 */
export class Fleet extends FleetEngines {
  private readonly queue = new RequestList();

  /** Number of waiting requests. */
  get waitingRequests(): number {
    return this.queue.size;
  }

  /** The waiting requests, first come first. */
  waiting(): Iterable<FleetRequest> {
    return this.queue;
  }

  /**
   * The request waits for a phase: it leaves its engine, if it is on one (a retry), and joins the end of the queue. One
   * that waits already keeps its place.
   *
   * @throws ArgumentError for a phase, TimeError
   */
  wait(request: FleetRequest, phase: Phase, nowS: number): void {
    checkPhase("phase", phase);
    checkTime("nowS", nowS);
    request.nextPhase = phase;
    if (request.state === "waiting") return;
    request.engine?.leave(request, nowS);
    request.state = "waiting";
    this.queue.append(request);
  }

  /**
   * The request becomes a resident of `engine`, from the queue, another engine, another phase or nowhere. Each decode
   * dispatch starts the token clock anew: the gap until the first token there is not counted.
   *
   * @throws ArgumentError for a phase, TimeError, UnknownIdError for an engine that left the fleet
   */
  dispatch(engine: Engine, request: FleetRequest, phase: Phase, nowS: number): void {
    checkPhase("phase", phase);
    checkTime("nowS", nowS);
    if (!engine.inFleet) throw new UnknownIdError("engine", engine.id);
    this.leave(request, nowS);
    engine.enter(request, phase, nowS);
  }

  /**
   * Prefill of the request ended with its first token: it leaves prefill and is nowhere until it is dispatched to
   * decode.
   *
   * @returns false if it is not in prefill
   * @throws TimeError
   */
  firstToken(request: FleetRequest, nowS: number): boolean {
    checkTime("nowS", nowS);
    const { engine } = request;
    if (engine === null || request.state !== "prefill") return false;
    engine.leave(request, nowS);
    request.lastTokenS = nowS;
    return true;
  }

  /**
   * The request streamed `count` more tokens (whole, 1 .. 2^32 - 1). Several that came together count as if evenly
   * spaced since its last one: as that many calls at such times. They give no gap where it has had no token at all.
   *
   * @returns false if it is not in decode
   * @throws TimeError, ArgumentError for a count
   */
  token(request: FleetRequest, nowS: number, count = 1): boolean {
    checkTime("nowS", nowS);
    checkTokenCount(count);
    const { engine } = request;
    if (engine === null || request.state !== "decode") return false;
    engine.token(request, nowS, count);
    return true;
  }

  /**
   * The request ended: it leaves whatever it is in.
   *
   * @returns false if it is in nothing: not dispatched yet, in transit, or ended before
   * @throws TimeError
   */
  finished(request: FleetRequest, nowS: number): boolean {
    checkTime("nowS", nowS);
    if (request.state === "none") return false;
    this.leave(request, nowS);
    return true;
  }

  /**
   * The request's lengths are others than thought (repricing), wherever it is.
   *
   * @throws ArgumentError
   */
  resize(request: FleetRequest, shape: RequestShape): void {
    const checked = checkShape(shape);
    if (request.engine === null) request.setShape(checked);
    else request.engine.resize(request, checked);
  }

  /** Whether a request waits for decode. */
  waitsForDecode(): boolean {
    for (const { nextPhase } of this.queue) if (nextPhase === "decode") return true;
    return false;
  }

  /** The requests with work still to come (section 8): prefill residents in fleet order, then the waiting ones. */
  pending(): FleetRequest[] {
    const requests: FleetRequest[] = [];
    for (const engine of this.engines) engine.prefillInto(requests);
    this.queue.copyInto(requests);
    return requests;
  }

  /**
   * Seconds of prefill work of the requests that wait for prefill, each at the least price of the available prefill
   * engines with a profile; 0 if there are none (section 8).
   */
  queuedPrefillS(): number {
    if (this.queue.size === 0) return 0;
    const profiles = this.availablePrefillProfiles();
    if (profiles.length === 0) return 0;
    let totalS = 0;
    for (const request of this.queue) {
      if (request.nextPhase !== "prefill") continue;
      totalS += leastPrefillS(profiles, request.prefillTokens);
    }
    return totalS;
  }

  private availablePrefillProfiles(): EngineProfile[] {
    const engines = this.engines.filter((engine) => engine.available && engine.role === "prefill");
    return engines.flatMap((engine) => engine.profile ?? []);
  }

  private leave(request: FleetRequest, nowS: number): void {
    if (request.state === "waiting") {
      this.queue.remove(request);
      request.state = "none";
      return;
    }
    request.engine?.leave(request, nowS);
  }
}

function leastPrefillS(profiles: readonly EngineProfile[], tokens: number): number {
  let leastS = Number.POSITIVE_INFINITY;
  for (const profile of profiles) leastS = Math.min(leastS, prefillS(profile, tokens));
  return leastS;
}
