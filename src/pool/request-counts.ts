import { TERMINAL_KINDS, type TerminalKind } from "../accounting/outcome";

/** How many requests are where. `opened` is the sum of all others, at any moment. */
export type RequestCounts = Readonly<Record<TerminalKind, number>> & {
  readonly opened: number;
  /** Not ended, their size not known yet. */
  readonly pending: number;
  /** Not ended, sized. */
  readonly open: number;
};

/** Counts a pool's requests from their first byte to their end. */
export class RequestCounter {
  #opened = 0;
  #sized = 0;
  readonly #ended = Object.fromEntries(TERMINAL_KINDS.map((kind) => [kind, 0])) as Record<TerminalKind, number>;
  /** Of those that have ended, how many were sized. */
  #endedSized = 0;

  opened(): void {
    this.#opened += 1;
  }

  sized(): void {
    this.#sized += 1;
  }

  ended(kind: TerminalKind, wasSized: boolean): void {
    this.#ended[kind] += 1;
    if (wasSized) this.#endedSized += 1;
  }

  /** Counts go on from the requests that ended elsewhere; those still open there are not counted here. */
  importEnded(ended: Readonly<Record<TerminalKind, number>>): void {
    for (const kind of TERMINAL_KINDS) this.#ended[kind] = ended[kind];
    this.#opened = this.#endedInAll();
    this.#sized = 0;
    this.#endedSized = 0;
  }

  counts(): RequestCounts {
    const open = this.#sized - this.#endedSized;
    const pending = this.#opened - this.#endedInAll() - open;
    return { opened: this.#opened, pending, open, ...this.#ended };
  }

  #endedInAll(): number {
    return TERMINAL_KINDS.reduce((sum, kind) => sum + this.#ended[kind], 0);
  }
}
