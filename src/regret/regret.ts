import { Clairvoyant } from "./clairvoyant";
import { type Played, type PlayedInput, play } from "./play";

/** A change that would have kept more. */
export type RegretPart = "order" | "admission" | "roles";

/** Requests that a schedule that knew everything would have kept, beside those that were kept. */
export interface RegretReport {
  /** Requests that counted. */
  readonly total: number;
  /** Those of them that met both SLOs. */
  readonly kept: number;
  /** The same of the best schedule that was found. */
  readonly bestKept: number;
  /** How many more it kept by serving late requests last, then by refusing some, then by other roles. */
  readonly parts: Readonly<Record<RegretPart, number>>;
  readonly actual: Played;
  readonly best: Played;
}

type Change = Partial<PlayedInput["simulation"]>;

/** Changes that are tried with the roles as they were, each on top of what has helped before it. */
const TRIALS: readonly { readonly part: RegretPart; readonly change: Change }[] = [
  { part: "order", change: { lateLane: true } },
  { part: "order", change: { lateLane: true, prefillSlots: 1 } },
  { part: "admission", change: { refuse: true } },
  { part: "admission", change: { refuse: true, refuseMargin: 0 } },
];
/** A trial takes about as long as one schedule of the clairvoyant, which tries some 20. */
const CLAIRVOYANT_SHARE = 0.8;

/**
 * Regret of a run: what is lost to not knowing the future. Its parts are found one after the other, each as the best
 * of what was tried: a better schedule may exist, so that the true regret is no smaller.
 *
 * @example
 * new Regret({ requests, engines, config, simulation }, play(input, moves)).run().parts.roles;
 */
export class Regret {
  readonly #input: PlayedInput;
  readonly #actual: Played;
  readonly #parts: Record<RegretPart, number> = { order: 0, admission: 0, roles: 0 };
  #simulation: PlayedInput["simulation"];
  #best: Played;
  #tried = 0;
  #clairvoyant: Clairvoyant | null = null;

  /** @param actual the run as it was */
  constructor(input: PlayedInput, actual: Played) {
    this.#input = input;
    this.#actual = actual;
    this.#simulation = input.simulation;
    this.#best = actual;
  }

  /** Whether all was tried. */
  get done(): boolean {
    return this.#clairvoyant?.done ?? false;
  }

  /** Share of it that was tried, 0 .. 1. */
  get progress(): number {
    const tried = (1 - CLAIRVOYANT_SHARE) * (this.#tried / TRIALS.length);
    return tried + CLAIRVOYANT_SHARE * (this.#clairvoyant?.progress ?? 0);
  }

  /** Tries one more change or schedule. */
  step(): void {
    const trial = TRIALS[this.#tried];
    if (trial) return this.#try(trial.part, trial.change);
    this.#clairvoyant ??= new Clairvoyant({ ...this.#input, simulation: this.#simulation }, [this.#actual.moves]);
    this.#clairvoyant.step();
    if (this.#clairvoyant.done) this.#take("roles", this.#clairvoyant.run());
  }

  /** Tries what is left. */
  run(): RegretReport {
    while (!this.done) this.step();
    const { total, kept } = this.#actual;
    return {
      total,
      kept,
      bestKept: this.#best.kept,
      parts: { ...this.#parts },
      actual: this.#actual,
      best: this.#best,
    };
  }

  #try(part: RegretPart, change: Change): void {
    this.#tried += 1;
    const simulation = { ...this.#simulation, ...change };
    const played = play({ ...this.#input, simulation }, this.#actual.moves);
    if (this.#take(part, played)) this.#simulation = simulation;
  }

  /** Whether it is better than the best one so far. */
  #take(part: RegretPart, played: Played): boolean {
    const gained = played.kept - this.#best.kept;
    if (gained <= 0) return false;
    this.#parts[part] += gained;
    this.#best = played;
    return true;
  }
}
