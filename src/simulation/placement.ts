import type { Lifecycle } from "./lifecycle";
import { STAGE } from "./progress";
import { Routing } from "./routing";
import { LEVEL } from "./series";
import type { SimulatedEngine } from "./simulated-engine";
import type { SimulationContext } from "./simulation-context";
import { WaitingLine } from "./waiting-line";

/** From the end of the KV transfer into a decode batch: first come, first served. */
export class Placement {
  readonly line: WaitingLine;
  readonly #engines: readonly SimulatedEngine[];
  readonly #lifecycle: Lifecycle;
  readonly #routing: Routing;

  constructor(engines: readonly SimulatedEngine[], { lifecycle, options, series }: SimulationContext) {
    this.line = new WaitingLine(series, LEVEL.decodeLine);
    this.#engines = engines;
    this.#lifecycle = lifecycle;
    this.#routing = new Routing(engines, options);
  }

  /** A request has been transferred: it joins a batch, or waits for room behind those that wait. */
  arrive(request: number, nowS: number): void {
    this.line.push(request);
    this.place();
    const joined = this.#lifecycle.progress.stage[request] === STAGE.decode;
    if (!joined && !this.#lifecycle.wait(request, STAGE.decodeLine, nowS)) this.line.remove(request);
  }

  /** Fills the room that there is from the line. */
  place(): void {
    for (let place = 0; ; ) {
      const request = this.line.at(place);
      if (request === undefined) return;
      const tokens = this.#lifecycle.kvTokens(request);
      const engine = this.#pick(tokens);
      if (engine) {
        this.line.removeAt(place);
        this.#join(engine, request, tokens);
      } else if (this.#fitsSomewhere(tokens)) return;
      // No decode engine of the moment could ever hold it: it waits for a role to change, and others may pass.
      else place++;
    }
  }

  /** A request stays for decode where it was prefilled. */
  stay(engine: SimulatedEngine, request: number): void {
    this.#join(engine, request, this.#lifecycle.kvTokens(request));
  }

  /** A request of the line has waited too long. */
  expire(request: number, nowS: number): void {
    this.line.remove(request);
    this.#lifecycle.expire(request, nowS);
    this.place();
  }

  #join(engine: SimulatedEngine, request: number, tokens: number): void {
    engine.decode.join(request, tokens);
    this.#lifecycle.decode(request, engine.id);
  }

  /** The engine with the fewest KV tokens among those with room; of equals the first. */
  #pick(tokens: number): SimulatedEngine | undefined {
    return this.#routing.pick(
      (engine) => engine.serves("decode") && engine.decode.hasRoom(tokens),
      (a, b) => a.decode.kvTokens < b.decode.kvTokens,
    );
  }

  #fitsSomewhere(tokens: number): boolean {
    return this.#engines.some((engine) => engine.serves("decode") && engine.decode.fits(tokens));
  }
}
