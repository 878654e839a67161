import type { SimulationOptions } from "./simulation-options";

/** The link that KV leaves a prefill engine by: free for all at once, or one transfer after the other. */
export class TransferLink {
  readonly #options: SimulationOptions;
  #freeS = 0;

  constructor(options: SimulationOptions) {
    this.#options = options;
  }

  /** When it has sent all that it was given. */
  get freeS(): number {
    return this.#freeS;
  }

  /** When the KV of a prompt that is ready now will have arrived. */
  send(inputTokens: number, nowS: number): number {
    const { transferS, transferPerTokenS, transferQueue } = this.#options;
    const startS = transferQueue ? Math.max(nowS, this.#freeS) : nowS;
    const endS = startS + transferS + transferPerTokenS * inputTokens;
    this.#freeS = Math.max(this.#freeS, endS);
    return endS;
  }
}
