import { END } from "./events";
import type { Lifecycle } from "./lifecycle";
import { PrefillLine } from "./prefill-line";
import { STAGE } from "./progress";
import { Routing } from "./routing";
import type { SimulatedEngine } from "./simulated-engine";
import type { SimulationContext } from "./simulation-context";
import type { SimulationOptions } from "./simulation-options";

/** From admission to a prefill engine. */
export class Admission {
  readonly line: PrefillLine;
  readonly #engines: readonly SimulatedEngine[];
  readonly #lifecycle: Lifecycle;
  readonly #options: SimulationOptions;
  readonly #mostKvTokens: number;
  readonly #routing: Routing;

  constructor(engines: readonly SimulatedEngine[], run: SimulationContext) {
    const { lifecycle, options } = run;
    this.line = new PrefillLine(run, (request) => lifecycle.isLate(request));
    this.#engines = engines;
    this.#lifecycle = lifecycle;
    this.#options = options;
    this.#routing = new Routing(engines, options);
    this.#mostKvTokens = Math.max(...engines.map((engine) => engine.profile.decodeMaxKvTokens));
  }

  /** Takes a tokenized request in: rejects it, refuses it, dispatches it or lets it wait. */
  admit(request: number, nowS: number): void {
    this.#lifecycle.reprice(request);
    if (!this.#fitsSomewhere(request)) this.#lifecycle.end(request, END.rejected, nowS);
    else if (this.#misses(request, nowS)) this.#lifecycle.end(request, END.refused, nowS);
    else this.#dispatchOrWait(request, nowS);
  }

  /** Fills the free slots from the line. */
  dispatch(): void {
    for (let request = this.line.next(); request !== undefined; request = this.line.next()) {
      const engine = this.#pick(request);
      if (!engine) return;
      this.line.take(request);
      this.#dispatchTo(engine, request);
    }
  }

  /** A request of the line has waited too long. */
  expire(request: number, nowS: number): void {
    this.line.remove(request);
    this.#lifecycle.expire(request, nowS);
  }

  #dispatchOrWait(request: number, nowS: number): void {
    // Whoever waits has been offered every free slot: if there is one, nobody waits.
    const engine = this.#pick(request);
    if (engine) this.#dispatchTo(engine, request);
    else if (this.#lifecycle.wait(request, STAGE.prefillLine, nowS)) this.line.push(request);
  }

  #dispatchTo(engine: SimulatedEngine, request: number): void {
    engine.takePrompt(request);
    this.#lifecycle.prefill(request, engine.id);
  }

  /** The engine with the fewest resident prefill seconds among those with a free slot; of equals the first. */
  #pick(request: number): SimulatedEngine | undefined {
    const tokens = this.#inputTokens(request);
    return this.#routing.pick(
      (engine) => engine.takesPrompt(tokens),
      this.#options.aggregated ? hasLessOfBoth : hasLessPrefill,
    );
  }

  #inputTokens(request: number): number {
    return this.#lifecycle.workload.inputTokens[request] as number;
  }

  /** Whether some engine, in whatever role, could hold it in decode: its input and the first token. */
  #fitsSomewhere(request: number): boolean {
    return this.#inputTokens(request) + 1 <= this.#mostKvTokens;
  }

  #misses(request: number, nowS: number): boolean {
    const { refuse, refuseMargin, ttftSloS } = this.#options;
    return refuse && this.#projectedTtftS(request, nowS) > ttftSloS * (1 + refuseMargin);
  }

  /**
   * TTFT by the profiles, as if each request of the line, and then this one, went to the engine with the least work;
   * Infinity: there is no engine.
   */
  #projectedTtftS(request: number, nowS: number): number {
    const engines = this.#engines.filter((engine) => engine.serves("prefill"));
    const workS = engines.map((engine) => engine.prefill.residentS);
    let endS = Number.POSITIVE_INFINITY;
    for (const next of [...this.line.requests(), request]) {
      endS = Math.min(...workS);
      const index = workS.indexOf(endS);
      endS += engines[index]?.prefillS(next) ?? 0;
      workS[index] = endS;
    }
    return nowS - (this.#lifecycle.workload.arrivalS[request] as number) + endS;
  }
}

function hasLessPrefill(a: SimulatedEngine, b: SimulatedEngine): boolean {
  return a.prefill.residentS < b.prefill.residentS;
}

function hasLessOfBoth(a: SimulatedEngine, b: SimulatedEngine): boolean {
  const differenceS = a.prefill.residentS - b.prefill.residentS;
  return differenceS < 0 || (differenceS === 0 && a.decode.kvTokens < b.decode.kvTokens);
}
