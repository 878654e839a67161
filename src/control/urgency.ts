import type { Config } from "../config";
import { addFacts, type DecisionFacts, type DecisionRelief, type DecisionUrgency } from "../decision/decision";
import type { Fleet, FleetRequest } from "../fleet";
import { availableResidentPrefillS, projectedTtftS, projectQueue, type QueueProjection, worstOf } from "./projection";

/** Requests whose projected TTFT is above the SLO, until an urgent step takes them up. */
export interface UrgentEvent {
  readonly armedS: number;
  signals: number;
  /** The highest first projection of the requests that joined. */
  initialTtftS: number;
}

/** While an event is armed, only so many waiting requests are projected: those behind them count without. */
const MOST_PROJECTED = 256;

/** An urgent event, taken up: the queue is still above its SLO. */
export interface Urgency {
  readonly facts: DecisionUrgency;
  readonly projection: QueueProjection;
  readonly worst: FleetRequest;
  readonly worstTtftS: number;
}

/** The urgent path's memory (semantics, section 12): at most one armed event. */
export class UrgentEvents {
  readonly #config: Config;
  readonly #fleet: Fleet;
  #armed: UrgentEvent | null = null;

  constructor(config: Config, fleet: Fleet) {
    this.#config = config;
    this.#fleet = fleet;
  }

  /** Whether an event is armed. */
  get pending(): boolean {
    return this.#armed !== null;
  }

  /** @internal A copy of the armed event, null if there is none. */
  exportState(): UrgentEvent | null {
    return this.#armed && { ...this.#armed };
  }

  /** @internal Goes on with another controller's event. */
  importState(armed: UrgentEvent | null): void {
    this.#armed = armed && { ...armed };
  }

  /**
   * Projects a waiting request, and arms an event if it will miss its TTFT. Whether it is over: behind a long queue with
   * an event armed it is taken to be, since a look at the whole queue for each of its requests would be quadratic.
   */
  arm(request: FleetRequest, nowS: number): boolean {
    if (this.#armed && this.#fleet.moves.waiting > MOST_PROJECTED) {
      this.#armed.signals += 1;
      return true;
    }
    const projection = projectQueue(this.#fleet, nowS);
    const ttftS = projection && projectedTtftS(projection, request);
    if (ttftS === null || ttftS <= this.#config.ttftSloS) return false;
    this.#join(ttftS, nowS);
    return true;
  }

  /** Arms an event anew if the worst request of the queue is over. */
  rearm(nowS: number): void {
    const projection = projectQueue(this.#fleet, nowS);
    const worst = projection && worstOf(projection);
    if (worst && worst.ttftS > this.#config.ttftSloS) this.#join(worst.ttftS, nowS);
  }

  /** Takes the armed event; null if there is none, or the queue is no longer over. */
  take(nowS: number): Urgency | null {
    const event = this.#armed;
    this.#armed = null;
    if (!event) return null;
    const projection = projectQueue(this.#fleet, nowS);
    const worst = projection && worstOf(projection);
    if (!projection || !worst || worst.ttftS <= this.#config.ttftSloS) return null;
    return {
      projection,
      worst: worst.request,
      worstTtftS: worst.ttftS,
      facts: this.#facts(event, projection, worst.ttftS, worst.request, nowS),
    };
  }

  /** The worst request's largest new projection over all possible donors. */
  relief(urgency: Urgency, nowS: number): DecisionRelief {
    const donors = this.#fleet.engines.filter(({ available, role }) => available && role === "decode");
    const projections = donors.map((donor) => {
      const projection = projectQueue(this.#fleet, nowS, donor);
      return projection && projectedTtftS(projection, urgency.worst);
    });
    const known = projections.every((ttftS) => ttftS !== null) && projections.length > 0;
    const candidateS = known ? Math.max(...(projections as number[])) : urgency.worstTtftS;
    return {
      candidateProjectedTtftS: candidateS,
      candidateProjectedTtftRatio: candidateS / this.#config.ttftSloS,
      projectedTtftImprovementS: urgency.worstTtftS - candidateS,
    };
  }

  #join(ttftS: number, nowS: number): void {
    this.#armed ??= { armedS: nowS, signals: 0, initialTtftS: 0 };
    this.#armed.signals += 1;
    this.#armed.initialTtftS = Math.max(this.#armed.initialTtftS, ttftS);
  }

  #facts(
    event: UrgentEvent,
    projection: QueueProjection,
    ttftS: number,
    worst: FleetRequest,
    nowS: number,
  ): DecisionUrgency {
    const { ttftSloS } = this.#config;
    return {
      projectedTtftS: ttftS,
      ttftSloS,
      triggerProjectedTtftRatio: ttftS / ttftSloS,
      triggerId: worst.id,
      initialProjectedTtftS: event.initialTtftS,
      urgentSignals: event.signals,
      eventToEvaluationS: nowS - event.armedS,
      waitingPrefill: projection.requests.length,
      residentPrefillS: availableResidentPrefillS(this.#fleet),
      queuedPrefillS: projection.queuedS,
    };
  }
}

/** Facts that the record of an urgent decision has besides its split. */
export function urgencyFacts(
  { facts }: Urgency,
  split: Pick<DecisionFacts, "currentPrefill" | "currentDecode">,
): DecisionFacts {
  const basis = "projected_ttft_recovery" as const;
  return addFacts({ ...split, decisionBasis: basis, eligibilityRule: basis }, facts);
}
