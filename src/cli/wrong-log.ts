import { looksLike } from "../looks-like";
import { InputError } from "./input-error";

/** The logs that commands read, as errors name them. */
const LOGS = {
  "a journal": "a journal (pool option journal)",
  "an event log": "an event log (pool option eventLog)",
} as const;

/** A file is not the log that it must be. */
export interface WrongLog {
  readonly path: string;
  /** The beginning of its text; "" for none. */
  readonly beginning: string;
  readonly wanted: keyof typeof LOGS;
  /** Error of a file that is such a log. */
  readonly reason: string;
}

/** The error of such a file. It says what another kind of file looks like. */
export function wrongLog({ path, beginning, wanted, reason }: WrongLog): InputError {
  const kind = looksLike(beginning);
  if (kind === wanted || kind === "rows of a log") return new InputError(reason);
  const found = beginning === "" ? "is empty" : kind === null ? "is no log of a pool" : `looks like ${kind}`;
  return new InputError(`${path}: ${found}; it must be ${LOGS[wanted]}`);
}
