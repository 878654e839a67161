// The model tests of the accounts at the size of a night: npm run test:long -- --help
import { setImmediate } from "node:timers/promises";
import { SingleBar } from "cli-progress";
import { Command, InvalidArgumentError } from "commander";
import fc from "fast-check";
import { BUILDS } from "../core/builds";
import { live } from "./account-answers";
import { accountLife } from "./account-life";
import { windowCase } from "./window-cases";
import { playBoth } from "./window-pair";

/** Lives of a batch, and the most steps of one. Every batch has a seed of its own. */
const SHORT = { lives: 25, steps: 400 };
/** One batch in so many: what drifts only shows in a long life. */
const LONG = { lives: 2, steps: 6000, every: 20 };

interface Options {
  readonly operations: number;
  readonly seed: number;
}

const options = new Command("test:long")
  .description("Compares accounts with their naive doubles over random operations. What differs is shrunk and printed.")
  .option("--operations <n>", "how many operations, at least", whole, 1_000_000)
  .option("--seed <n>", "the seed of the first batch: a run of the same seed is the same", whole, randomSeed())
  .parse()
  .opts<Options>();

await run(options);

async function run({ operations, seed }: Options): Promise<void> {
  console.log(`${operations} operations from seed ${seed}`);
  const bar = new SingleBar({
    format: "[{bar}] {value} of {total} operations",
    noTTYOutput: true,
    notTTYSchedule: 5000,
  });
  const done = { account: 0, window: 0 };
  const sum = () => done.account + done.window;
  bar.start(operations, 0);
  for (let batch = seed; sum() < operations; batch += 1) {
    const module = BUILDS[batch % BUILDS.length]?.options.module;
    const { lives, steps } = batch % LONG.every === 0 ? LONG : SHORT;
    const settings = { numRuns: lives, seed: batch };
    check(
      accountLife(steps),
      (life) => {
        done.account += life.steps.length;
        live(life, module);
      },
      settings,
    );
    check(
      windowCase,
      (example) => {
        done.window += example.steps.length;
        playBoth(example, module);
      },
      settings,
    );
    bar.update(Math.min(sum(), operations));
    // Where there is no terminal the bar prints a line from time to time, if it gets any.
    await setImmediate();
  }
  bar.stop();
  console.log(`no difference in ${done.account} operations of accounts and ${done.window} of single windows`);
}

function check<T>(arbitrary: fc.Arbitrary<T>, happens: (value: T) => void, settings: fc.Parameters<[T]>): void {
  fc.assert(fc.property(arbitrary, happens), settings);
}

function randomSeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}

function whole(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new InvalidArgumentError("must be a whole number >= 1");
}
