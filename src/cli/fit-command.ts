import { Command } from "commander";
import { fitProfile } from "../fit/fit-profile";
import { COLUMNS, readDecode, readPrefill } from "../fit/measurements";
import { toExactWire } from "../wire";
import { readTextFile } from "./inputs";
import { LogOutput } from "./log-output";
import { printFit } from "./print-fit";

interface Options {
  readonly output?: string;
}

const { prefill: PREFILL, decode: DECODE } = COLUMNS;

const COLUMNS_HELP = `
Columns, in any order and among others. Of several names any will do; times
are in the unit that their name says.
  <prefill>
    tokens of the prompt   ${PREFILL.inputTokens.join(", ")}
    time to first token    ${PREFILL.time.join(", ")}
    prompts at once        batch_size; may be missing, rows above 1 are left out
  <decode>
    requests at once       ${DECODE.requests.join(", ")}
    tokens that they hold  ${DECODE.kvTokens.join(", ")}
    token interval         ${DECODE.time.slice(0, 4).join(", ")},
                           ${DECODE.time.slice(4).join(", ")}
    saturated              saturated; may be missing, rows with 1 are left out
Lines that begin with # are remarks.`;

/** `narwhal-slo fit PREFILL DECODE`. */
export function fitCommand(): Command {
  return new Command("fit")
    .description("fit an engine profile from measured prefill times and token intervals")
    .argument("<prefill>", "CSV of prefill times")
    .argument("<decode>", "CSV of token intervals")
    .option("-o, --output <file>", "write the profile there; by default it is printed, and the report goes to stderr")
    .addHelpText("after", COLUMNS_HELP)
    .action(fit);
}

async function fit(prefillPath: string, decodePath: string, { output }: Options): Promise<void> {
  const prefill = readPrefill(await readTextFile(prefillPath), prefillPath);
  const decode = readDecode(await readTextFile(decodePath), decodePath);
  const fitted = fitProfile(prefill, decode);
  const document = JSON.stringify(toExactWire(fitted.profile), null, 2);
  const report = printFit(fitted, prefill, decode);
  if (output === undefined) {
    process.stderr.write(report);
    process.stdout.write(`${document}\n`);
    return;
  }
  const file = new LogOutput(output);
  file.write(document);
  file.close();
  process.stdout.write(report);
}
