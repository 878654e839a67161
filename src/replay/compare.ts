import type { Attainment } from "../accounting/attainment";
import { itemsOf, ownFields } from "../check";
import { ConfigError } from "../errors";
import type { RequestEnd } from "../simulation/events";
import type { Percentiles } from "./percentiles";
import { type ReplayEngine, type ReplayInput, ReplayRun } from "./replay-run";

/** Input of a comparison. The controller is on in its own replay, and off in the others. */
export type ComparisonInput = Omit<ReplayInput, "control" | "rowS">;

/** Results of one of the compared replays. */
export interface ComparedRun {
  /** `fixed`: it kept its split. `controller`: it began with it. */
  readonly kind: "fixed" | "controller";
  readonly prefill: number;
  readonly decode: number;
  /** When the last request ended, in simulated seconds. */
  readonly timeS: number;
  readonly requests: Readonly<Record<RequestEnd, number>>;
  readonly attainment: Attainment;
  readonly ttft: Percentiles;
  readonly tpot: Percentiles;
  /** Moves that took effect. */
  readonly moves: number;
  readonly reversals: number;
}

/** How the controller does beside every split that could have been kept. */
export interface ComparisonReport {
  /** Fewest prefill engines first. */
  readonly fixed: readonly ComparedRun[];
  readonly controller: ComparedRun;
  /** The fixed one with the largest share of requests that met both SLOs; the first of equals. */
  readonly bestFixed: ComparedRun;
  /** The controller's share less that one's; null where no request counted. */
  readonly distanceRatio: number | null;
}

/** One of the replays to compare. */
export interface Contender {
  readonly kind: ComparedRun["kind"];
  readonly input: ReplayInput;
}

/**
 * The same trace over every fixed split 1 .. n - 1 of the engines, and over the controller, which begins with their
 * roles as they are given.
 *
 * @example
 * new Comparison({ requests, engines, config }).run().distanceRatio;
 */
export class Comparison {
  readonly #contenders: readonly Contender[];
  readonly #ended: ComparedRun[] = [];
  #run: ReplayRun;

  /** @throws ConfigError, also for fewer than two engines; ProfileError, ArgumentError */
  constructor(input: ComparisonInput) {
    const given = ownFields("input", input);
    const { length } = itemsOf("engines", given.engines);
    if (length < 2) throw new ConfigError("engines", "must be two or more, to compare their splits", length);
    this.#contenders = [...fixedSplits(given), { kind: "controller", input: { ...given, control: "on" } }];
    this.#run = this.#nextRun();
  }

  /** Whether all replays are over. */
  get done(): boolean {
    return this.#ended.length === this.#contenders.length;
  }

  /** Mean progress of the replays, 0 .. 1. */
  get progress(): number {
    const current = this.done ? 0 : this.#run.progress;
    return (this.#ended.length + current) / this.#contenders.length;
  }

  /** Lets the replay at hand go on for so many simulated seconds. */
  step(seconds: number): void {
    if (this.done) return;
    this.#run.step(this.#run.timeS + seconds);
    if (!this.#run.done) return;
    this.#ended.push(comparedRun(this.#contender.kind, this.#contender.input.engines, this.#run));
    if (!this.done) this.#run = this.#nextRun();
  }

  /** Runs what is left of the replays, and compares them. */
  run(): ComparisonReport {
    while (!this.done) this.step(Number.POSITIVE_INFINITY);
    return comparisonReport(this.#ended);
  }

  get #contender(): Contender {
    return this.#contenders[this.#ended.length] as Contender;
  }

  #nextRun(): ReplayRun {
    return new ReplayRun(this.#contender.input);
  }
}

/** The replays of every fixed split 1 .. n - 1, fewest prefill engines first. */
export function fixedSplits(input: ComparisonInput): Contender[] {
  const { engines } = input;
  // The engines that are given as prefill first: the split that equals theirs has their very roles.
  const order = [...engines.filter(isPrefill), ...engines.filter((engine) => !isPrefill(engine))];
  return order.slice(1).map((_, index) => {
    const prefill = new Set(order.slice(0, index + 1));
    const split = engines.map((engine) => ({ ...engine, role: roleIn(prefill, engine) }));
    return { kind: "fixed", input: { ...input, engines: split, control: "off" } };
  });
}

function roleIn(prefill: ReadonlySet<ReplayEngine>, engine: ReplayEngine): ReplayEngine["role"] {
  return prefill.has(engine) ? "prefill" : "decode";
}

function isPrefill({ role }: ReplayEngine): boolean {
  return role === "prefill";
}

function comparedRun(kind: ComparedRun["kind"], engines: readonly ReplayEngine[], run: ReplayRun): ComparedRun {
  const { timeS, requests, attainment, ttft, tpot, moves, reversals } = run.report();
  const prefill = engines.filter(isPrefill).length;
  return {
    kind,
    prefill,
    decode: engines.length - prefill,
    timeS,
    requests,
    attainment,
    ttft,
    tpot,
    moves: moves.filter(({ movedS }) => movedS !== null).length,
    reversals,
  };
}

function comparisonReport(runs: readonly ComparedRun[]): ComparisonReport {
  const fixed = runs.slice(0, -1);
  const controller = runs.at(-1) as ComparedRun;
  const share = (run: ComparedRun) => run.attainment.bothRatio ?? 0;
  const bestFixed = fixed.reduce((best, run) => (share(run) > share(best) ? run : best));
  const counted = controller.attainment.total > 0 && bestFixed.attainment.total > 0;
  return { fixed, controller, bestFixed, distanceRatio: counted ? share(controller) - share(bestFixed) : null };
}
