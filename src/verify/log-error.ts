import { NarwhalError } from "../errors";

/** A row of an event log is not what it must be. */
export class LogError extends NarwhalError {
  override readonly name = "LogError";
  /** Its line, from 1. */
  readonly line: number;
  readonly reason: string;

  constructor(line: number, reason: string, options?: ErrorOptions) {
    super("ERR_NARWHAL_LOG", `line ${line}: ${reason}`, options);
    this.line = line;
    this.reason = reason;
  }
}
