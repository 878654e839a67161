import { checkTime } from "../check";
import { ArgumentError, UnknownIdError } from "../errors";
import type { RequestId } from "../request-record";
import type { Phase } from "../roles";
import { Fleet } from "./fleet";
import { checkPhase, checkTokenCount, FleetRequest, type RequestShape } from "./fleet-request";
import type { FleetConfig } from "./options";

/** Why an event changed nothing. */
export type FleetAnomaly = "unknown_request" | "unknown_engine" | "wrong_engine" | "not_prefilling" | "not_decoding";

/** A request as it first comes to the tracker. */
export interface TrackedShape extends RequestShape {
  /** When its first byte arrived, in seconds. Default: the time of the call. */
  readonly arrivedS?: number;
}

/**
 * The fleet for routers that keep no record per request: engines and requests by id (semantics, section 7).
 *
 * Commands (`dispatch`, `wait`) throw typed errors. Events (`firstToken`, `token`, `finished`) report what has happened
 * already, maybe late or on an engine that is gone: one that does not fit changes nothing, returns false and counts in
 * `anomalies`. A time that is not finite or a bad count throws in either; what throws has changed nothing.
 *
 * A request is known from its first `dispatch` or `wait` to its `finished`; always end it.
 *
 * @example
 * const tracker = new FleetTracker(resolveConfig({ ttftSloS: 1, tpotSloS: 0.05 }));
 * tracker.fleet.addEngine({ id: "gpu-0", role: "decode", profile }, 0);
 * tracker.dispatch("gpu-0", "req-1", "decode", 0.1, { inputTokens: 812, requestedTokens: 256 });
 * tracker.token("gpu-0", "req-1", 0.2);
 * tracker.finished("gpu-0", "req-1", 0.3);
 */
export class FleetTracker {
  /** The fleet itself: its engines are added, set and removed there, and all readings are there. */
  readonly fleet: Fleet;
  readonly #requests = new Map<RequestId, FleetRequest>();
  readonly #counts: Record<FleetAnomaly, number> = {
    unknown_request: 0,
    unknown_engine: 0,
    wrong_engine: 0,
    not_prefilling: 0,
    not_decoding: 0,
  };

  /** @param config as `resolveConfig` gives it, or the part of it that the fleet uses */
  constructor(config: FleetConfig) {
    this.fleet = new Fleet(config);
  }

  /** How many events changed nothing, by reason. */
  get anomalies(): Readonly<Record<FleetAnomaly, number>> {
    return this.#counts;
  }

  /** Number of requests that are known. */
  get size(): number {
    return this.#requests.size;
  }

  /** The record of a request, undefined if it is not known. */
  find(requestId: RequestId): FleetRequest | undefined {
    return this.#requests.get(requestId);
  }

  /**
   * The request becomes a resident of the engine.
   *
   * @param shape required at a request's first; given again, it replaces the old lengths (repricing)
   * @throws UnknownIdError for an engine, or for a request that is not known and has no shape; ArgumentError, TimeError
   */
  dispatch(engineId: string, requestId: RequestId, phase: Phase, nowS: number, shape?: TrackedShape): void {
    const engine = this.fleet.engine(engineId);
    checkPhase("phase", phase);
    checkTime("nowS", nowS);
    const request = this.#enroll(requestId, nowS, shape);
    this.fleet.dispatch(engine, request, phase, nowS);
  }

  /**
   * The request waits for a phase, on no engine: at first, or again (a retry).
   *
   * @param shape required at a request's first; given again, it replaces the old lengths (repricing)
   * @throws UnknownIdError for a request that is not known and has no shape; ArgumentError, TimeError
   */
  wait(requestId: RequestId, phase: Phase, nowS: number, shape?: TrackedShape): void {
    checkPhase("phase", phase);
    checkTime("nowS", nowS);
    const request = this.#enroll(requestId, nowS, shape);
    this.fleet.wait(request, phase, nowS);
  }

  /**
   * Prefill of the request ended on the engine with its first token.
   *
   * @returns false if it is not in prefill there
   * @throws TimeError
   */
  firstToken(engineId: string, requestId: RequestId, nowS: number): boolean {
    checkTime("nowS", nowS);
    const request = this.#requests.get(requestId);
    if (request?.engine?.id !== engineId) return this.#misfit(engineId, request, "not_prefilling");
    return this.fleet.firstToken(request, nowS) || this.#anomaly("not_prefilling");
  }

  /**
   * The request streamed `count` more tokens (whole, 1 .. 2^32 - 1) on the engine; see `Fleet.token`.
   *
   * @returns false if it does not decode there
   * @throws TimeError, ArgumentError for a count
   */
  token(engineId: string, requestId: RequestId, nowS: number, count = 1): boolean {
    checkTime("nowS", nowS);
    checkTokenCount(count);
    const request = this.#requests.get(requestId);
    if (request?.engine?.id !== engineId) return this.#misfit(engineId, request, "not_decoding");
    return this.fleet.token(request, nowS, count) || this.#anomaly("not_decoding");
  }

  /**
   * The request ended and is forgotten.
   *
   * @param engineId the engine that it ended on; null: wherever it is
   * @returns false if it is not known (any more), or `engineId` names an engine while it waits or is on another one:
   * the end of an attempt that was given up must not end the next one
   * @throws TimeError
   */
  finished(engineId: string | null, requestId: RequestId, nowS: number): boolean {
    checkTime("nowS", nowS);
    const request = this.#requests.get(requestId);
    if (request === undefined) return this.#anomaly("unknown_request");
    const elsewhere = request.state !== "none" && request.engine?.id !== engineId;
    if (engineId !== null && elsewhere) return this.#misfit(engineId, request, "wrong_engine");
    this.fleet.finished(request, nowS);
    return this.#requests.delete(requestId);
  }

  #enroll(requestId: RequestId, nowS: number, shape: TrackedShape | undefined): FleetRequest {
    const known = this.#requests.get(requestId);
    if (known !== undefined) {
      if (shape !== undefined) this.fleet.resize(known, shape);
      return known;
    }
    if (shape === undefined) throw new UnknownIdError("request", requestId);
    if (typeof requestId !== "string" && typeof requestId !== "number") {
      throw new ArgumentError("requestId", "must be a string or a number", requestId);
    }
    const request = new FleetRequest(shape, shape.arrivedS ?? nowS, requestId);
    this.#requests.set(requestId, request);
    return request;
  }

  #misfit(engineId: string, request: FleetRequest | undefined, wrongState: FleetAnomaly): false {
    if (request === undefined) return this.#anomaly("unknown_request");
    if (this.fleet.find(engineId) === undefined) return this.#anomaly("unknown_engine");
    return this.#anomaly(request.engine === null ? wrongState : "wrong_engine");
  }

  #anomaly(kind: FleetAnomaly): false {
    this.#counts[kind] += 1;
    return false;
  }
}
