import { checkWhole, isPositive, itemsOf, ownFields } from "../check";
import { ArgumentError } from "../errors";
import { checkNeed } from "./check-need";
import { enginesFor, type FleetNeed, fleetHeadroom } from "./fleet-headroom";

/** One pool that takes its engines from a shared fleet of GPUs. `pool.desired()` has its loads. */
export interface SharingPool extends FleetNeed {
  readonly name: string;
  /** The fewest engines that it shall have, a whole number >= 0. Default 2: one of each role. */
  readonly minEngines?: number;
  /** The most engines that it may have. Default: no bound. */
  readonly maxEngines?: number;
  /** GPUs of one engine, a whole number >= 1. Default 1. */
  readonly gpusPerEngine?: number;
  /** How much its headroom matters beside the others', > 0. Default 1. */
  readonly weight?: number;
}

/** The budget that pools share. */
export interface SharedBudget {
  /** GPUs of all pools together, a whole number >= 0. */
  readonly gpus: number;
  /** Standard deviations of load that are headroom enough, > 0. Default 3. */
  readonly spreads?: number;
}

/** Share of one pool. */
export interface PoolShare {
  readonly name: string;
  readonly engines: number;
  readonly gpus: number;
  /** Engines that it would have with a budget without end. */
  readonly wanted: number;
  /** Its headroom with these engines, in standard deviations of load. */
  readonly headroom: number;
  /** Whether the budget keeps it from engines that it wants. */
  readonly limited: boolean;
  /** Why it has that many, in one sentence. */
  readonly reason: string;
}

interface Sharer extends Required<Omit<SharingPool, "minEngines" | "maxEngines">> {
  readonly least: number;
  readonly wanted: number;
  engines: number;
}

/**
 * Shares GPUs between pools: the next engine goes to the pool whose weighted headroom is least, floors first, until the
 * budget is spent or every pool has headroom enough. It only computes; nothing moves. The result depends on nothing
 * but its arguments, never exceeds the budget, and a larger budget takes an engine from nobody: an engine that no
 * longer fits ends the sharing, so that a smaller one of another pool does not jump the queue. Equal pools go by name.
 *
 * @returns the shares in the order of `pools`
 * @throws ArgumentError for an invalid pool, two pools of one name, or a budget that is not a whole number >= 0
 * @example
 * shareEngines([{ name: "chat", ...chatNeed }, { name: "code", ...codeNeed, weight: 2 }], { gpus: 16 });
 */
export function shareEngines(pools: readonly SharingPool[], budget: SharedBudget): PoolShare[] {
  const { gpus, spreads = 3 } = ownFields("budget", budget);
  checkWhole("gpus", gpus, 0);
  if (!isPositive(spreads)) throw new ArgumentError("spreads", "must be > 0", spreads);
  const sharers = itemsOf("pools", pools).map((pool) => sharerOf(pool, spreads));
  checkNames(sharers);
  let left = gpus;
  for (;;) {
    const next = neediest(sharers);
    if (!next || next.gpusPerEngine > left) break;
    next.engines += 1;
    left -= next.gpusPerEngine;
  }
  return sharers.map((sharer) => shareOf(sharer, spreads));
}

function sharerOf(given: SharingPool, spreads: number): Sharer {
  const pool = ownFields("pool", given);
  const { name, minEngines = 2, maxEngines = Number.MAX_SAFE_INTEGER, gpusPerEngine = 1, weight = 1 } = pool;
  if (typeof name !== "string" || name === "") throw new ArgumentError("name", "must be a text", name);
  checkWhole("minEngines", minEngines, 0);
  checkWhole("maxEngines", maxEngines, minEngines);
  checkWhole("gpusPerEngine", gpusPerEngine, 1);
  if (!isPositive(weight)) throw new ArgumentError("weight", "must be > 0", weight);
  const prefill = checkNeed("prefill", pool.prefill);
  const decode = checkNeed("decode", pool.decode);
  const ample = enginesFor(prefill, spreads) + enginesFor(decode, spreads);
  const wanted = Math.min(maxEngines, Math.max(minEngines, ample));
  return { name, prefill, decode, gpusPerEngine, weight, least: minEngines, wanted, engines: 0 };
}

function checkNames(sharers: readonly Sharer[]): void {
  const seen = new Set<string>();
  for (const { name } of sharers) {
    if (seen.has(name)) throw new ArgumentError("name", "must be unique among the pools", name);
    seen.add(name);
  }
}

/** Pools below their floor come first; null once every pool has what it wants. */
function neediest(sharers: readonly Sharer[]): Sharer | null {
  let first: Sharer | null = null;
  for (const sharer of sharers) {
    if (sharer.engines < sharer.wanted && (!first || precedes(sharer, first))) first = sharer;
  }
  return first;
}

function precedes(one: Sharer, two: Sharer): boolean {
  const floors = Number(two.engines < two.least) - Number(one.engines < one.least);
  if (floors !== 0) return floors < 0;
  const headroom = weighted(one) - weighted(two);
  return headroom === 0 ? one.name < two.name : headroom < 0;
}

/** A weight makes what is missing larger, and what is to spare smaller. */
function weighted(sharer: Sharer): number {
  const headroom = fleetHeadroom(sharer, sharer.engines);
  return headroom < 0 ? headroom * sharer.weight : headroom / sharer.weight;
}

function shareOf(sharer: Sharer, spreads: number): PoolShare {
  const { name, engines, wanted, gpusPerEngine } = sharer;
  const limited = engines < wanted;
  const headroom = fleetHeadroom(sharer, engines);
  return { name, engines, gpus: engines * gpusPerEngine, wanted, headroom, limited, reason: reasonOf(sharer, spreads) };
}

function reasonOf({ name, engines, wanted, least, prefill, decode }: Sharer, spreads: number): string {
  if (engines < wanted) return `${name} wants ${wanted} engines, and the budget has room for ${engines}`;
  if (engines === least) return `${name} has its floor of ${least} engines`;
  const ample = enginesFor(prefill, spreads) + enginesFor(decode, spreads);
  if (engines < ample) return `${name} is capped at ${engines} engines; ${ample} would keep ${spreads} spreads free`;
  return `${name} keeps ${spreads} spreads of load free with ${engines} engines`;
}
