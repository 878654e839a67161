/** A proposal that has to win several steps in a row. */
export interface Proposal {
  readonly prefill: number;
  /** Basis of the proposal: it has to stay the same as well. */
  readonly variant: string;
}

/** State of the count, for a handoff. */
export interface ConfirmationsState {
  readonly proposal: Proposal | null;
  readonly count: number;
}

/** Counts how many steps in a row the same proposal has won (semantics, section 10, step 9). */
export class Confirmations {
  #proposal: Proposal | null = null;
  #count = 0;

  /** The proposal has won once more: how many times in a row. */
  confirm(proposal: Proposal): number {
    this.#count = sameProposal(this.#proposal, proposal) ? this.#count + 1 : 1;
    this.#proposal = { prefill: proposal.prefill, variant: proposal.variant };
    return this.#count;
  }

  reset(): void {
    this.#proposal = null;
    this.#count = 0;
  }

  exportState(): ConfirmationsState {
    return { proposal: this.#proposal, count: this.#count };
  }

  importState({ proposal, count }: ConfirmationsState): void {
    this.#proposal = proposal;
    this.#count = count;
  }
}

function sameProposal(a: Proposal | null, b: Proposal): boolean {
  return a !== null && a.prefill === b.prefill && a.variant === b.variant;
}

/** Seconds to the last of so many steps to come, at the earliest. An urgent call leaves the cadence as it was. */
export function stepsInS(steps: number, stepS: number, sinceStepS: number): number {
  return Math.max(0, stepS - sinceStepS) + (steps - 1) * stepS;
}
