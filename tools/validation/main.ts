// Holds the simulated fleet and its formulas against public measurements of real fleets:
//   npm run validation -- [FILES] [--json]     files of the same columns, told apart by their headers
//   npm run validation -- --fit                fits anew and writes tools/validation/fit.json
import { parseArgs } from "node:util";
import { jsonReport } from "./json-report";
import { DATA, makeFit, readFit, writeFit } from "./shipped-fit";
import { TableError } from "./table";
import { textReport } from "./text-report";
import { validate } from "./validate";

const USAGE = "usage: npm run validation -- [FILES] [--json] | --fit";

function main(): number {
  const { values, positionals } = parseArgs({
    options: { json: { type: "boolean" }, fit: { type: "boolean" }, help: { type: "boolean", short: "h" } },
    allowPositionals: true,
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (values.fit) writeFit(makeFit());
  const validation = validate(positionals.length > 0 ? positionals : Object.values(DATA), readFit());
  console.log(values.json ? jsonReport(validation) : textReport(validation));
  return 0;
}

try {
  process.exitCode = main();
} catch (error) {
  const known = error instanceof TableError || (error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS");
  if (!known) throw error;
  console.error(`${(error as Error).message}${error instanceof TableError ? "" : `\n${USAGE}`}`);
  process.exitCode = 1;
}
