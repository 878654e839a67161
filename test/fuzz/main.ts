import { Command, InvalidArgumentError, Option } from "commander";
import { fuzz } from "./run";
import { TARGETS } from "./targets";

interface Options {
  readonly seconds: number;
  readonly target?: string;
  readonly seed: number;
  readonly path?: string;
}

const options = new Command("fuzz")
  .description("Feeds parsers, restore(), the routes, and the host over the core with what nobody should give them.")
  .option("--seconds <n>", "how long, all targets together", positive, 60)
  .addOption(new Option("--target <name>", "this one alone").choices(Object.keys(TARGETS)))
  .option("--seed <n>", "what all cases follow from", seedOf, Date.now() % 2 ** 31)
  .option("--path <path>", "the one case of a target that a failure named")
  .parse()
  .opts<Options>();

process.exitCode = await main(options);

async function main({ seconds, target, seed, path }: Options): Promise<number> {
  const names = target === undefined ? Object.keys(TARGETS) : [target];
  console.log(`seed ${seed}`);
  let failed = 0;
  for (const name of names) {
    const { runs, failure } = await fuzz(name, { seed, seconds: seconds / names.length, ...(path && { path }) });
    console.log(failure ?? `${name}: ${runs} runs`);
    if (failure) failed += 1;
  }
  return failed > 0 ? 1 : 0;
}

function positive(text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError("must be > 0");
}

function seedOf(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isInteger(value)) return value;
  throw new InvalidArgumentError("must be a whole number");
}
