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
  #pending = 0;
  #open = 0;
  readonly #ended = Object.fromEntries(TERMINAL_KINDS.map((kind) => [kind, 0])) as Record<TerminalKind, number>;

  opened(): void {
    this.#opened += 1;
    this.#pending += 1;
  }

  sized(): void {
    this.#pending -= 1;
    this.#open += 1;
  }

  ended(kind: TerminalKind, wasSized: boolean): void {
    if (wasSized) this.#open -= 1;
    else this.#pending -= 1;
    this.#ended[kind] += 1;
  }

  /** @internal Counts go on from the requests that ended elsewhere; those still open there are not counted here. */
  importEnded(ended: Readonly<Record<TerminalKind, number>>): void {
    this.#pending = 0;
    this.#open = 0;
    this.#opened = 0;
    for (const kind of TERMINAL_KINDS) {
      this.#ended[kind] = ended[kind];
      this.#opened += ended[kind];
    }
  }

  counts(): RequestCounts {
    return { opened: this.#opened, pending: this.#pending, open: this.#open, ...this.#ended };
  }
}
