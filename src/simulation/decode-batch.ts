import { coversDecode, type EngineProfile, tokenIntervalS } from "../profile";
import type { Lifecycle } from "./lifecycle";

/** The decode residents of an engine, batched continuously: they join and leave between iterations. */
export class DecodeBatch {
  readonly #profile: EngineProfile;
  readonly #requests: number[] = [];
  /** How many of them take part in the iteration that runs: they come first. */
  #stepping = 0;
  #kvTokens = 0;
  #iterations = 0;
  #outsideIterations = 0;
  #peakKvTokens = 0;

  constructor(profile: EngineProfile) {
    this.#profile = profile;
  }

  get size(): number {
    return this.#requests.length;
  }

  /** Input and output tokens so far of all residents. */
  get kvTokens(): number {
    return this.#kvTokens;
  }

  /** The most that there ever were at the start of an iteration. */
  get peakKvTokens(): number {
    return this.#peakKvTokens;
  }

  /** Iterations that were started. */
  get iterations(): number {
    return this.#iterations;
  }

  /** Those of them that started outside the profile's measured domain: residents grow after they joined. */
  get outsideIterations(): number {
    return this.#outsideIterations;
  }

  /** Whether one more request, of `tokens` tokens, stays within the engine's limits. */
  hasRoom(tokens: number): boolean {
    return this.size < this.#profile.decodeMaxRequests && this.fits(this.#kvTokens + tokens);
  }

  /** Whether so many KV tokens are within the measured limit, which is never above the physical one. */
  fits(kvTokens: number): boolean {
    return kvTokens <= this.#profile.decodeMaxKvTokens;
  }

  /** Joins; its first iteration is the next one to begin. */
  join(request: number, tokens: number): void {
    this.#requests.push(request);
    this.#kvTokens += tokens;
  }

  /** Begins an iteration with everyone who is there, and gives its seconds by the profile. */
  begin(): number {
    this.#stepping = this.size;
    this.#iterations++;
    if (!coversDecode(this.#profile, this.size, this.#kvTokens)) this.#outsideIterations++;
    if (this.#kvTokens > this.#peakKvTokens) this.#peakKvTokens = this.#kvTokens;
    return tokenIntervalS(this.#profile, this.#kvTokens, this.size);
  }

  /** Ends the iteration: each of its requests gets a token, and those that end by it leave. */
  finish(lifecycle: Lifecycle, nowS: number): void {
    const requests = this.#requests;
    this.#kvTokens += this.#stepping;
    let kept = 0;
    for (let place = 0; place < this.#stepping; place++) {
      const request = requests[place] as number;
      if (lifecycle.token(request, nowS)) requests[kept++] = request;
      else this.#kvTokens -= lifecycle.kvTokens(request);
    }
    // Those that joined meanwhile move up. Order is kept, or the calls would come in another one.
    requests.copyWithin(kept, this.#stepping);
    requests.length -= this.#stepping - kept;
    this.#stepping = 0;
  }

  /** Takes the one that joined last out, between iterations, and gives it. */
  removeLast(lifecycle: Lifecycle): number {
    const request = this.#requests.pop() as number;
    this.#kvTokens -= lifecycle.kvTokens(request);
    return request;
  }

  /** Takes all of them out and gives them, in order. */
  clear(): number[] {
    this.#stepping = 0;
    this.#kvTokens = 0;
    return this.#requests.splice(0);
  }
}
