import { LinkedList } from "../linked-list";
import type { Phase } from "../roles";
import type { Engine, Resident } from "./engine";
import type { FleetLearning } from "./fleet-learning";
import { PrefillSums } from "./prefill-sums";

/**
 * Moves requests between the queue and the phases of the engines. It checks no argument: `Fleet` does, and the handles
 * of a pool. Every move is O(1) and makes no garbage.
 */
export class RequestMoves {
  /** The waiting requests, first come first. */
  readonly queue = new LinkedList<Resident>();
  /** Prefill work of those that wait for prefill. */
  readonly queuedPrefill = new PrefillSums();
  #waiting = 0;
  /** How many have begun to wait for prefill. */
  #joined = 0;
  readonly #learning: FleetLearning | null;

  /** @param learning told of what happens on engines; null: nobody is */
  constructor(learning: FleetLearning | null) {
    this.#learning = learning;
  }

  /** Number of waiting requests. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Whether a request waits for decode. */
  waitsForDecode(): boolean {
    for (const { nextPhase } of this.queue) if (nextPhase === "decode") return true;
    return false;
  }

  /** It leaves its engine, if it is on one, and joins the end of the queue; one that waits already keeps its place. */
  wait(request: Resident, phase: Phase, nowS: number): void {
    if (request.state === "waiting") {
      this.#uncount(request);
      request.nextPhase = phase;
      this.#count(request);
      return;
    }
    request.nextPhase = phase;
    request.engine?.leave(request, nowS);
    request.state = "waiting";
    this.queue.append(request);
    this.#waiting += 1;
    if (phase === "prefill") this.#joined += 1;
    request.place = this.#joined;
    this.#count(request);
  }

  /** It becomes a resident, wherever it is. */
  dispatch(engine: Engine, request: Resident, phase: Phase, nowS: number): void {
    this.leave(request, nowS);
    engine.enter(request, phase, nowS);
    this.#learning?.dispatched(engine, phase, nowS);
  }

  /** It has its first token: it leaves prefill and is nowhere. False if it is not in prefill. */
  firstToken(request: Resident, nowS: number): boolean {
    const { engine } = request;
    if (engine === null || request.state !== "prefill") return false;
    engine.leave(request, nowS);
    request.lastTokenS = nowS;
    this.#learning?.firstToken(engine, request, nowS);
    return true;
  }

  /** It streamed `count` more tokens. False if it is not in decode. */
  token(request: Resident, nowS: number, count: number): boolean {
    const { engine } = request;
    if (engine === null || request.state !== "decode") return false;
    engine.token(request, nowS, count);
    return true;
  }

  /** It leaves what it is in; nothing if it is in nothing. */
  leave(request: Resident, nowS: number): void {
    if (request.state !== "waiting") return request.engine?.leave(request, nowS);
    this.queue.remove(request);
    this.#waiting -= 1;
    this.#uncount(request);
    request.state = "none";
  }

  /** Its lengths are others than thought, wherever it is. `requestedTokens`: `UNKNOWN_TOKENS` keeps what was known. */
  resize(
    request: Resident,
    inputTokens: number,
    requestedTokens: number,
    cachedTokens: number,
    outputTokens = request.outputTokens,
  ): void {
    const { engine, prefillTokens, tokens } = request;
    if (request.state === "waiting") this.#uncount(request);
    request.setLengths(inputTokens, requestedTokens, cachedTokens);
    request.outputTokens = outputTokens;
    if (request.state === "waiting") this.#count(request);
    if (engine !== null) engine.resized(request, prefillTokens, tokens);
  }

  /**
   * Share of those that wait for prefill that stands before a request, 0 .. 1; 1 for one that does not wait yet. Those that left from
   * behind it count as if they had stood before it.
   */
  shareAhead(request: Resident): number {
    if (request.state !== "waiting") return 1;
    const { requests } = this.queuedPrefill;
    const behind = this.#joined - request.place;
    return Math.max(0, (requests - 1 - behind) / requests);
  }

  #count({ nextPhase, prefillTokens }: Resident): void {
    if (nextPhase === "prefill") this.queuedPrefill.add(prefillTokens);
  }

  #uncount({ nextPhase, prefillTokens }: Resident): void {
    if (nextPhase === "prefill") this.queuedPrefill.remove(prefillTokens);
  }
}
