import type { Engine } from "../fleet/engine";
import type { Fleet } from "../fleet/fleet";
import { FleetRequest } from "../fleet/fleet-request";
import { NO_TOKEN_S } from "../request-record";
import { foldMeasured, unmeasured } from "./fold-engine";
import type { EnginePart, MemberHeader, ShapeInFlight } from "./member-header";

/** Keeps a fleet as all routers together see it: its engines as the leader has them, the residents of everybody. */
export class FleetMirror {
  readonly #fleet: Fleet;
  #requests: FleetRequest[] = [];

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
  }

  /** Engines, availability and pins as of now. Roles stay: they are the leader's own. */
  follow(own: Fleet, headers: readonly MemberHeader[], nowS: number): void {
    const gone = this.#fleet.engines.filter(({ id }) => own.find(id) === undefined);
    for (const { id } of gone) this.#fleet.removeEngine(id, nowS);
    for (const { id, role, profile } of own.engines) {
      if (!this.#fleet.find(id)) this.#fleet.addEngine({ id, role, profile }, nowS);
      const engine = this.#fleet.engine(id);
      if (engine.profile !== profile) this.#fleet.setProfile(id, profile);
      const parts = partsOf(headers, id);
      engine.available = 2 * parts.filter(({ available }) => available).length > parts.length;
      engine.pinned = parts.some(({ pinned }) => pinned);
    }
  }

  /** The residents and the queue of all routers, and what they have measured since the last cut, `beforeS`. */
  fill(headers: readonly MemberHeader[], beforeS: number, cutS: number): void {
    for (const request of this.#requests) this.#fleet.moves.leave(request, cutS);
    this.#requests = [];
    const old = headers.filter((header) => header.cutS <= beforeS);
    for (const engine of this.#fleet.engines) {
      const stale = partsOf(old, engine.id);
      this.#fillEngine(engine, partsOf(headers, engine.id), stale, beforeS, cutS);
    }
    this.#fillQueue(headers, cutS);
    this.#addFirstTokens(headers);
  }

  #fillEngine(
    engine: Engine,
    parts: readonly EnginePart[],
    stale: readonly EnginePart[],
    beforeS: number,
    cutS: number,
  ): void {
    for (const { prefill } of parts) {
      for (const shape of prefill) engine.enter(this.#request(shape, cutS), "prefill", cutS);
    }
    for (const part of parts) this.#enterDecode(engine, part, cutS);
    const measured = parts.map((part) => (stale.includes(part) ? unmeasured(engine, part, beforeS, cutS) : part));
    engine.importMeasured(foldMeasured(engine, measured, cutS));
  }

  /** Decode residents count by their number and their tokens: the first one stands for the tokens of all. */
  #enterDecode(engine: Engine, { decodeRequests, decodeTokens, oldestTokenS }: EnginePart, cutS: number): void {
    for (let number = 0; number < decodeRequests; number += 1) {
      const request = this.#request(NO_LENGTHS, cutS);
      if (number === 0) request.outputTokens = decodeTokens;
      engine.enter(request, "decode", cutS);
      if (number > 0 || oldestTokenS === null) continue;
      request.lastTokenS = NO_TOKEN_S;
      engine.token(request, oldestTokenS, 0);
    }
  }

  #fillQueue(headers: readonly MemberHeader[], cutS: number): void {
    const waiting = headers.flatMap((header) => header.waiting);
    for (const shape of waiting.sort((one, other) => one.arrivedS - other.arrivedS)) {
      const request = this.#request(shape, shape.arrivedS);
      request.outputTokens = shape.outputTokens;
      this.#fleet.moves.wait(request, shape.phase, cutS);
    }
  }

  #addFirstTokens(headers: readonly MemberHeader[]): void {
    const signals = this.#fleet.learning?.signals;
    if (!signals) return;
    const newFirstTokens = headers.reduce((sum, { firstTokens }) => sum + firstTokens, 0);
    const newLate = headers.reduce((sum, { lateFirstTokens }) => sum + lateFirstTokens, 0);
    signals.importState({ ...signals.exportState(), newFirstTokens, newLate });
  }

  #request({ inputTokens, requestedTokens, prefillTokens }: ShapeInFlight, arrivedS: number): FleetRequest {
    const cachedTokens = Math.max(0, inputTokens - prefillTokens);
    const request = new FleetRequest({ inputTokens, requestedTokens, cachedTokens }, arrivedS);
    this.#requests.push(request);
    return request;
  }
}

const NO_LENGTHS: ShapeInFlight = { inputTokens: 0, requestedTokens: 0, prefillTokens: 0 };

function partsOf(headers: readonly MemberHeader[], id: string): EnginePart[] {
  return headers.flatMap(({ engines }) => engines.filter((engine) => engine.id === id));
}
