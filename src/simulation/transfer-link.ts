import type { SimulationOptions } from "./simulation-options";

/** The link that KV leaves a prefill engine by: free for all at once, or one transfer after the other. */
export class TransferLink {
  readonly #options: SimulationOptions;
  #freeS = 0;

  constructor(options: SimulationOptions) {
    this.#options = options;
  }

  /** When the KV of a prompt that is ready now will have arrived. */
  send(inputTokens: number, nowS: number): number {
    const { transferS, transferPerTokenS, transferQueue } = this.#options;
    const startS = transferQueue ? Math.max(nowS, this.#freeS) : nowS;
    this.#freeS = startS + transferS + transferPerTokenS * inputTokens;
    return this.#freeS;
  }
}
