import { CommanderError } from "commander";
import { NarwhalError, printable } from "../errors";
import { messageOf } from "./messages";

/** Exit codes of the command. */
export const EXIT = { fine: 0, data: 1, usage: 2, fault: 3 } as const;

/** The end of every help text. */
export const EXIT_HELP = `
Exit status:
  0  all is well
  1  a file cannot be read or written, or what it holds is wrong;
     verify: or a decision was not reproduced
  2  the command line is wrong: an unknown option, a bad value,
     a missing argument
  3  a fault of narwhal-slo itself`;

/** Says what went wrong, in one line as far as it was foreseen, and gives the status to end with. */
export function exitStatus(error: unknown): number {
  // Commander has said it.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.fine : EXIT.usage;
  if (error instanceof NarwhalError) {
    process.stderr.write(`narwhal-slo: ${printable(messageOf(error))}\n`);
    return EXIT.data;
  }
  process.stderr.write(`narwhal-slo: a fault of its own, please report it: ${faultText(error)}\n`);
  return EXIT.fault;
}

/** The first lines of the stack. Node would show the source line too, which may be as long as the file. */
function faultText(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return stack
    .split("\n")
    .slice(0, STACK_LINES)
    .map((line) => printable(line.slice(0, LINE_LENGTH)))
    .join("\n");
}

const STACK_LINES = 8;
const LINE_LENGTH = 200;
