/** The prefill residents of an engine: it serves them one at a time, in order. */
export class PrefillServer {
  readonly #requests: number[] = [];
  readonly #prefillS: number[] = [];

  get size(): number {
    return this.#requests.length;
  }

  /** Prefill seconds of all residents by the engine's profile; the one in service counts whole. */
  get residentS(): number {
    // Summed afresh: adding and taking away would drift.
    return this.#prefillS.reduce((sum, seconds) => sum + seconds, 0);
  }

  /** The request that is served, or will be next. */
  get first(): number {
    return this.#requests[0] as number;
  }

  /** Prefill seconds of the first one by the profile. */
  get firstS(): number {
    return this.#prefillS[0] as number;
  }

  /** Joins. `prefillS`: the request's prefill seconds by the engine's profile. */
  join(request: number, prefillS: number): void {
    this.#requests.push(request);
    this.#prefillS.push(prefillS);
  }

  /** Takes the first one out. */
  removeFirst(): void {
    this.#requests.shift();
    this.#prefillS.shift();
  }

  /** Takes all of them out and gives them, in order. */
  clear(): number[] {
    this.#prefillS.length = 0;
    return this.#requests.splice(0);
  }
}
