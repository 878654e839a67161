import { EVENT } from "./event-heap";
import type { SimulationContext } from "./simulation-context";

/** Lets requests in: at the times of the trace, and no more of them at once than `concurrency`. */
export class Arrivals {
  readonly #run: SimulationContext;
  readonly #most: number;
  /** The request that comes next, while it waits for another one to end. */
  #held: number | null = null;

  constructor(run: SimulationContext) {
    this.#run = run;
    this.#most = run.options.concurrency > 0 ? run.options.concurrency : Number.POSITIVE_INFINITY;
  }

  // One arrival at a time: the agenda stays as short as the fleet is busy.
  /** Schedules the arrival of a request, if there is such a request; those before it have arrived. */
  schedule(request: number, nowS: number): void {
    const arrivalS = this.#run.lifecycle.workload.arrivalS[request];
    if (arrivalS === undefined) return;
    if (this.#full) this.#held = request;
    else this.#run.agenda.push(Math.max(nowS, arrivalS), EVENT.arrival, request);
  }

  /** A request arrives: its clock starts. */
  arrive(request: number, nowS: number): void {
    this.#run.lifecycle.workload.arrivalS[request] = nowS;
    this.#run.lifecycle.open(request);
  }

  /** Requests may have ended: the next one may come. */
  release(nowS: number): void {
    if (this.#held === null || this.#full) return;
    const request = this.#held;
    this.#held = null;
    this.schedule(request, nowS);
  }

  get #full(): boolean {
    const { openedCount, endedCount } = this.#run.lifecycle;
    return openedCount - endedCount >= this.#most;
  }
}
