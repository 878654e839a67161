/** The KV blocks that an engine keeps of prompts it has seen; those that were used last stay longest. */
export class PrefixCache {
  readonly #mostBlocks: number;
  readonly #blockTokens: number;
  /** In the order of their last use, the oldest first. */
  readonly #blocks = new Set<number>();

  /** @param capacityTokens what it has room for; less than one block: nothing */
  constructor(capacityTokens: number, blockTokens: number) {
    this.#mostBlocks = Math.floor(capacityTokens / blockTokens);
    this.#blockTokens = blockTokens;
  }

  /** Takes a prompt in, and gives how many of its tokens it had; at least one is left to prefill. */
  admit(hashIds: Uint32Array, inputTokens: number): number {
    if (this.#mostBlocks === 0) return 0;
    const known = hashIds.findIndex((id) => !this.#blocks.has(id));
    const hits = known < 0 ? hashIds.length : known;
    // Last block first: a block is of use only with those before it, which must leave after it.
    for (let place = hashIds.length - 1; place >= 0; place--) this.#use(hashIds[place] as number);
    return Math.max(0, Math.min(hits * this.#blockTokens, inputTokens - 1));
  }

  /** Forgets everything. */
  clear(): void {
    this.#blocks.clear();
  }

  #use(id: number): void {
    this.#blocks.delete(id);
    this.#blocks.add(id);
    if (this.#blocks.size <= this.#mostBlocks) return;
    for (const oldest of this.#blocks) {
      this.#blocks.delete(oldest);
      return;
    }
  }
}
