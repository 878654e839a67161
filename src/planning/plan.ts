import { isPositive, itemsOf, ownFields } from "../check";
import { MAX_ENGINES } from "../config";
import { ArgumentError } from "../errors";
import { leastWhole, mostFactor } from "./search";
import { type Contender, type Trial, type TrialInput, Trials } from "./trials";

/** The question of a plan. */
export interface PlanInput extends TrialInput {
  /** Share of the requests that shall meet both SLOs, above 0, at most 1. */
  readonly goal: number;
  /** The trace's rate times this, > 0. */
  readonly load: number;
  /** Who may decide the split: each has an answer. */
  readonly contenders: readonly Contender[];
  /** Engines of a fleet that exists: how much load does it carry? Null: how many engines does the load need? */
  readonly engines: number | null;
  /** The most engines that are tried, 2 .. 256. */
  readonly maxEngines: number;
}

/** The answer for one contender. */
export interface PlanAnswer {
  readonly contender: Contender;
  /** The least fleet that reaches the goal, or the fleet that was given; null where no tried one reaches it. */
  readonly engines: number | null;
  /** Outcome of that fleet at the load that was asked for, or that it carries; without one, of the largest tried. */
  readonly trial: Trial;
  /** The largest load, to 2%, at which that fleet reaches the goal; null where it reaches it at none. */
  readonly carries: number | null;
}

/**
 * How many engines a load needs, or how much load engines carry, for each contender: replays of the trace on fleets of
 * every size that the search looks at. It takes for granted that more engines, and less load, are never worse.
 *
 * @param ran told before each replay
 * @throws ArgumentError, ConfigError, ProfileError
 */
export function planFleet(input: PlanInput, ran?: (label: string) => void): readonly PlanAnswer[] {
  const checked = checkPlan(input);
  const trials = new Trials(checked, ran);
  return checked.contenders.map((contender) =>
    checked.engines === null
      ? enginesNeeded(trials, contender, checked)
      : loadCarried(trials, contender, checked, checked.engines),
  );
}

function enginesNeeded(trials: Trials, contender: Contender, { goal, load, maxEngines }: PlanInput): PlanAnswer {
  const reaches = (engines: number) => reached(trials.of(contender, engines, load), goal);
  const engines = leastWhole(2, maxEngines, reaches);
  const trial = trials.of(contender, engines ?? maxEngines, load);
  const carries = mostFactor(load, (factor) => reached(trials.of(contender, engines ?? maxEngines, factor), goal));
  return { contender, engines, trial, carries };
}

function loadCarried(trials: Trials, contender: Contender, { goal, load }: PlanInput, engines: number): PlanAnswer {
  const carries = mostFactor(load, (factor) => reached(trials.of(contender, engines, factor), goal));
  return { contender, engines, trial: trials.of(contender, engines, carries ?? load), carries };
}

function reached({ both }: Trial, goal: number): boolean {
  return both !== null && both >= goal;
}

function checkPlan(given: PlanInput): PlanInput {
  const input = ownFields("input", given);
  const { goal, load, engines, maxEngines } = input;
  if (!(isPositive(goal) && goal <= 1)) throw new ArgumentError("goal", "must be > 0 and <= 1", goal);
  if (!isPositive(load)) throw new ArgumentError("load", "must be > 0", load);
  for (const [field, value] of Object.entries({ maxEngines, ...(engines !== null && { engines }) })) {
    if (!(Number.isInteger(value) && value >= 2 && value <= MAX_ENGINES)) {
      throw new ArgumentError(field, `must be a whole number, 2 .. ${MAX_ENGINES}`, value);
    }
  }
  if (itemsOf("contenders", input.contenders).length === 0)
    throw new ArgumentError("contenders", "must not be empty", []);
  if (itemsOf("seeds", input.seeds).length === 0) throw new ArgumentError("seeds", "must not be empty", []);
  return input;
}
