import { Command } from "commander";
import { fitProfile } from "../fit/fit-profile";
import type { Measured } from "../fit/measurements";
import { CompletionClient } from "../measure/completion-client";
import { type Sweep, sweepEngine } from "../measure/sweep";
import { toExactWire } from "../wire";
import { InputError } from "./input-error";
import { LogOutput } from "./log-output";
import { positive, rowCount } from "./numbers";
import { printFit } from "./print-fit";

interface Flags {
  readonly url: string;
  readonly model?: string;
  readonly lengths: readonly number[];
  readonly batches: readonly number[];
  readonly contexts: readonly number[];
  readonly outputTokens: number;
  readonly repeats: number;
  readonly timeout: number;
  readonly output?: string;
  readonly measurements?: string;
}

const HELP = `
Measure one engine by itself, not a proxy in front of a fleet: behind a proxy,
TTFT holds the transfer and the wait for decode. No other load may run. Prompts
are random words; an API key is taken from OPENAI_API_KEY.`;

/** `narwhal-slo measure --url URL`. */
export function measureCommand(): Command {
  return new Command("measure")
    .description("measure an engine over the OpenAI completions API, and fit its profile")
    .requiredOption("--url <url>", "address of the engine, such as http://gpu-0:8000")
    .option("--model <name>", "model to ask for (default: the first one that the engine has)")
    .option("--lengths <tokens>", "prompt lengths of prefill", counts, [128, 256, 512, 1024, 2048, 4096, 8192])
    .option("--batches <requests>", "numbers of requests that decode at once", counts, [1, 4, 16, 64])
    .option("--contexts <tokens>", "prompt lengths of decode", counts, [128, 1024, 4096])
    .option("--output-tokens <count>", "tokens of each answer of decode", rowCount, 128)
    .option("--repeats <count>", "times that each point is measured", rowCount, 3)
    .option("--timeout <s>", "time that one request may take", positive, 300)
    .option("--measurements <prefix>", "write <prefix>-prefill.csv and <prefix>-decode.csv too")
    .option("-o, --output <file>", "write the profile there; by default it is printed, and the report goes to stderr")
    .addHelpText("after", HELP)
    .action(measure);
}

async function measure(flags: Flags): Promise<void> {
  const now = () => performance.now() / 1000;
  const client = new CompletionClient({
    url: flags.url,
    apiKey: process.env.OPENAI_API_KEY,
    timeoutS: flags.timeout,
    now,
  });
  const model = flags.model ?? (await client.models())[0];
  if (model === undefined) throw new InputError(`${flags.url}: has no models; give --model`);
  const onPoint = (line: string) => process.stderr.write(`${line}\n`);
  const sweep = await sweepEngine(client, { ...flags, model }, Math.random, onPoint);
  for (const remark of sweep.remarks) process.stderr.write(`remark: ${remark}\n`);
  if (flags.measurements !== undefined) writeMeasurements(flags.measurements, sweep);
  write(sweep, flags.output);
}

function write({ prefill, decode }: Sweep, output: string | undefined): void {
  const prefills = whole(prefill);
  const intervals = whole(decode);
  const fitted = fitProfile(prefills, intervals);
  const document = JSON.stringify(toExactWire(fitted.profile), null, 2);
  if (output === undefined) process.stdout.write(`${document}\n`);
  else writeFile(output, document);
  const report = output === undefined ? process.stderr : process.stdout;
  report.write(printFit(fitted, prefills, intervals));
}

function whole<Point>(points: readonly Point[]): Measured<Point> {
  return { points, batched: 0, saturated: 0 };
}

function writeMeasurements(prefix: string, { prefill, decode }: Sweep): void {
  const prefills = prefill.map(({ inputTokens, seconds }) => `${inputTokens},${seconds}`);
  const intervals = decode.map(({ requests, kvTokens, seconds }) => `${requests},${kvTokens},${seconds}`);
  writeFile(`${prefix}-prefill.csv`, ["input_tokens,ttft_s", ...prefills].join("\n"));
  writeFile(`${prefix}-decode.csv`, ["requests,kv_tokens,tpot_s", ...intervals].join("\n"));
}

function writeFile(path: string, text: string): void {
  const file = new LogOutput(path);
  file.write(text);
  file.close();
}

/** `128,512,2048`. */
function counts(text: string): number[] {
  return text.split(",").map(rowCount);
}
