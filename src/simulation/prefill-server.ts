import { type EngineProfile, prefillS } from "../profile";
import type { SimulationOptions } from "./simulation-options";

/**
 * The prefill residents of an engine, served in order. A step takes whole prompts, or a chunk of the tokens that come
 * next. It takes as long as its parts by the profile; the constant part counts once for prompts that begin
 * together.
 */
export class PrefillServer {
  readonly #profile: EngineProfile;
  readonly #options: SimulationOptions;
  readonly #requests: number[] = [];
  readonly #prefillS: number[] = [];
  readonly #tokens: number[] = [];
  /** Tokens that earlier steps have served. */
  readonly #served: number[] = [];
  /** How many of them the step that runs completes: they come first. */
  #completing = 0;

  constructor(profile: EngineProfile, options: SimulationOptions) {
    this.#profile = profile;
    this.#options = options;
  }

  get size(): number {
    return this.#requests.length;
  }

  /** Prefill seconds of all residents by the engine's profile; those in service count whole. */
  get residentS(): number {
    // Summed afresh: adding and taking away would drift.
    return this.#prefillS.reduce((sum, seconds) => sum + seconds, 0);
  }

  /** Prompt tokens of all residents. */
  get tokens(): number {
    return this.#tokens.reduce((sum, tokens) => sum + tokens, 0);
  }

  /** Joins with so many tokens to prefill. */
  join(request: number, tokens: number): void {
    this.#requests.push(request);
    this.#tokens.push(tokens);
    this.#prefillS.push(prefillS(this.#profile, tokens));
    this.#served.push(0);
  }

  /** Begins a step, and gives its seconds: by the profile, times the noise of each request. */
  begin(noise: Float64Array): number {
    const most = Math.min(this.size, this.#options.promptsPerStep);
    let tokensLeft = this.#options.chunkTokens || Number.POSITIVE_INFINITY;
    let seconds = 0;
    for (let place = 0; place < most && tokensLeft > 0; place++) {
      const from = this.#served[place] as number;
      const to = Math.min(this.#tokens[place] as number, from + tokensLeft);
      seconds += this.#partS(place, from, to) * (noise[this.#requests[place] as number] as number);
      tokensLeft -= to - from;
      this.#served[place] = to;
      if (to === this.#tokens[place]) this.#completing++;
    }
    return seconds;
  }

  /** Ends the step: takes the prompts that it has completed out, and gives them in order. */
  finish(): number[] {
    this.#prefillS.splice(0, this.#completing);
    this.#tokens.splice(0, this.#completing);
    this.#served.splice(0, this.#completing);
    const completed = this.#requests.splice(0, this.#completing);
    this.#completing = 0;
    return completed;
  }

  /** Takes all of them out and gives them, in order. */
  clear(): number[] {
    this.#completing = this.size;
    return this.finish();
  }

  #partS(place: number, from: number, to: number): number {
    const { ttftA, ttftB, ttftC } = this.#profile;
    const alone = place === 0 ? 0 : ttftC;
    if (from === 0 && to === this.#tokens[place]) return (this.#prefillS[place] as number) - alone;
    const first = from === 0 ? ttftC - alone : 0;
    return ttftA * (to * to - from * from) + ttftB * (to - from) + first;
  }
}
