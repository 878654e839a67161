import { writeFile } from "node:fs/promises";
import { blue, plot, red } from "asciichart";
import { Command } from "commander";
import { decodePoint, type FittedProfile, fitProfile, prefillPoint } from "../fit/fit-profile";
import { type FitPoint, predicted } from "../fit/least-squares";
import { readDecode, readPrefill } from "../fit/measurements";
import { toExactWire } from "../wire";
import { figure, percent } from "./format";
import { readTextFile } from "./inputs";
import { section, table } from "./tables";

interface Options {
  readonly output?: string;
}

/** `narwhal-slo fit PREFILL DECODE`. */
export function fitCommand(): Command {
  return new Command("fit")
    .description("fit an engine profile from measured prefill times and token intervals")
    .argument("<prefill>", "CSV with the columns input_tokens and ttft_ms (or ttft_s)")
    .argument(
      "<decode>",
      "CSV with the columns requests, kv_tokens and tpot_ms (or tpot_s); saturated: 1 leaves a row out",
    )
    .option("-o, --output <file>", "write the profile there; by default it is printed, and the report goes to stderr")
    .action(fit);
}

async function fit(prefillPath: string, decodePath: string, { output }: Options): Promise<void> {
  const prefill = readPrefill(await readTextFile(prefillPath), prefillPath);
  const decode = readDecode(await readTextFile(decodePath), decodePath);
  const fitted = fitProfile(prefill, decode);
  const document = `${JSON.stringify(toExactWire(fitted.profile), null, 2)}\n`;
  const byInput = [...prefill.points].sort((a, b) => a.inputTokens - b.inputTokens).map(prefillPoint);
  const byTokens = [...decode.points].sort((a, b) => a.kvTokens - b.kvTokens).map(decodePoint);
  const report = [
    section("fit", errors(fitted, byInput.length, byTokens.length)),
    section("prefill, ms, by input tokens: measured (blue), fitted (red)", chart(byInput, fitted.prefill.coefficients)),
    section(
      "token interval, ms, by KV tokens: measured (blue), fitted (red)",
      chart(byTokens, fitted.decode.coefficients),
    ),
    ...fitted.warnings.map((warning) => `warning: ${warning}`),
    "",
  ].join("\n\n");
  if (output === undefined) {
    process.stderr.write(report);
    process.stdout.write(document);
  } else {
    await writeFile(output, document);
    process.stdout.write(report);
  }
}

function errors({ prefill, decode }: FittedProfile, prefillPoints: number, decodePoints: number): string {
  return table(
    ["phase", "points", "mean error", "held-out error"],
    [
      ["prefill", String(prefillPoints), percent(prefill.mape), percent(prefill.heldOutMape)],
      ["decode", String(decodePoints), percent(decode.mape), percent(decode.heldOutMape)],
    ],
  );
}

/** The points one beside the other, in their order. */
function chart(points: readonly FitPoint[], coefficients: readonly number[]): string {
  const measured = points.map(({ value }) => 1000 * value);
  const fitted = points.map(({ terms }) => 1000 * predicted(terms, coefficients));
  const wide = (values: number[]) => values.flatMap((value) => Array<number>(WIDTH_OF_POINT).fill(value));
  const format = (value: number) => figure(value).padStart(7);
  return plot([wide(measured), wide(fitted)], {
    height: 10,
    format,
    ...(process.stderr.isTTY && { colors: [blue, red] }),
  });
}

const WIDTH_OF_POINT = 2;
