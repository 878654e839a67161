import { LogError } from "./log-error";
import type { LogRow } from "./log-row";

/**
 * The line of a log that a crash has torn. A crash ends a process: after that line another one begins, or nothing
 * comes. After one that a fault of the disk tore, the log names the gap.
 */
export class TornLine {
  #line: number | null = null;

  /** The torn line that nothing has followed yet, null without one. */
  get last(): number | null {
    return this.#line;
  }

  /**
   * Notes what a line holds.
   *
   * @param row null: the line is torn
   * @returns the torn line that this row follows, null if it follows none
   * @throws LogError where a row follows a torn line that cannot
   */
  note(line: number, row: LogRow | null): number | null {
    const before = this.#line;
    if (before !== null && row?.type !== "meta" && row?.type !== "gap")
      throw new LogError(before, "is not a JSON object");
    this.#line = row === null ? line : null;
    return before;
  }
}
