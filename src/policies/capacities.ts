import type { OfferedWork } from "../accounting/offered-work";
import type { Engine } from "../fleet";
import type { EngineProfile } from "../profile";
import { otherRole, type Role } from "../roles";

/** Capacity of the engines of a split, in mean engines. */
export interface SplitCapacity {
  readonly prefill: number;
  readonly decode: number;
}

/** Advantages that differ by less are equal: what is learned scatters. */
const ALIKE = 1.1;

/** An engine's speed in each phase, by the mean of all. */
interface Speed {
  readonly engine: Engine;
  readonly prefill: number;
  readonly decode: number;
}

/**
 * Capacity of the engines of each split: which would serve, and how fast. An engine does the phase that it has the
 * comparative advantage in, as far as moves from the present split come to that.
 */
export class Capacities {
  readonly #engines: readonly Engine[];
  readonly #speeds: ReadonlyMap<Engine, Speed>;
  readonly #prefill: readonly Speed[];
  readonly #decode: readonly Speed[];
  readonly #equal: boolean;

  /** @param engines those that a split divides */
  constructor(engines: readonly Engine[], offered: OfferedWork | null) {
    const [first] = engines;
    const profile = profileOf(first);
    this.#engines = engines;
    this.#equal = engines.every((engine) => profileOf(engine) === profile);
    const speeds = this.#equal ? [] : engines.map((engine) => speedOf(engine, offered));
    this.#speeds = new Map(speeds.map((speed) => [speed.engine, speed]));
    this.#prefill = ranked(speeds, "decode");
    this.#decode = ranked(speeds, "prefill");
  }

  /** Capacity of the engines of a split if the donors are those that lose least. */
  of(prefillEngines: number): SplitCapacity {
    if (this.#equal) return { prefill: prefillEngines, decode: this.#engines.length - prefillEngines };
    const given = prefillEngines - this.#prefill.length;
    const toDecode = given < 0 ? this.#prefill.slice(0, -given) : [];
    const toPrefill = given > 0 ? this.#decode.slice(0, given) : [];
    const prefill = [...this.#prefill.filter((speed) => !toDecode.includes(speed)), ...toPrefill];
    const decode = [...this.#decode.filter((speed) => !toPrefill.includes(speed)), ...toDecode];
    return { prefill: sum(prefill, "prefill"), decode: sum(decode, "decode") };
  }

  /** Whether one engine loses clearly less than another by a move to the target role: 1, 0 or -1. */
  prefers(target: Role, engine: Engine, other: Engine): number {
    const one = this.#speeds.get(engine);
    const two = this.#speeds.get(other);
    return one && two ? compared(advantage(one, target), advantage(two, target)) : 0;
  }
}

/** Those of the other role that may move to the target role, the one that loses least first, and those that stay. */
function ranked(speeds: readonly Speed[], target: Role): Speed[] {
  const donors = speeds.filter(({ engine }) => engine.role === otherRole(target));
  return donors.sort((a, b) => {
    const pinned = Number(a.engine.pinned) - Number(b.engine.pinned);
    return pinned || -compared(advantage(a, target), advantage(b, target));
  });
}

/** How much more it does in the target role than in the other one. */
function advantage(speed: Speed, target: Role): number {
  return speed[target] / speed[otherRole(target)];
}

function compared(one: number, two: number): number {
  if (one > two * ALIKE) return 1;
  return two > one * ALIKE ? -1 : 0;
}

function speedOf(engine: Engine, offered: OfferedWork | null): Speed {
  const profile = profileOf(engine);
  const { prefill, decode } = profile && offered?.priced ? offered.speeds(profile) : { prefill: 1, decode: 1 };
  return { engine, prefill, decode };
}

function profileOf(engine: Engine | undefined): EngineProfile | null {
  return engine?.learning?.model.profile ?? null;
}

function sum(speeds: readonly Speed[], phase: Role): number {
  return speeds.reduce((total, speed) => total + speed[phase], 0);
}
