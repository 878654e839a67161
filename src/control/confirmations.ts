/** A proposal that has to win several steps in a row. */
export interface Proposal {
  readonly prefill: number;
  readonly recovery: boolean;
  readonly mixed: boolean;
}

/** Counts how many steps in a row the same proposal has won (semantics, section 10, step 9). */
export class Confirmations {
  #proposal: Proposal | null = null;
  #count = 0;

  /** The proposal has won once more: how many times in a row. */
  confirm(proposal: Proposal): number {
    this.#count = sameProposal(this.#proposal, proposal) ? this.#count + 1 : 1;
    this.#proposal = proposal;
    return this.#count;
  }

  reset(): void {
    this.#proposal = null;
    this.#count = 0;
  }
}

function sameProposal(a: Proposal | null, b: Proposal): boolean {
  return a !== null && a.prefill === b.prefill && a.recovery === b.recovery && a.mixed === b.mixed;
}
