import type { Directive } from "../../src/cluster/directive";
import type { Decision } from "../../src/decision/decision";
import type { RouterEvent } from "./messages";
import { ReferencePool, type RouterLog } from "./reference-pool";

/** A directive, and when it was written, in seconds of the cluster. */
export interface Written {
  readonly directive: Directive;
  readonly atS: number;
}

/** Result of a comparison with one pool. */
export interface Comparison {
  readonly decisions: number;
  readonly decisionsEqual: number;
  readonly demandError: number;
  readonly attainmentEqual: boolean;
  readonly moves: number;
  /** Decisions by result and reason. */
  readonly reasons: Readonly<Record<string, number>>;
  readonly newest: Directive | null;
  readonly attainment: ReturnType<ReferencePool["pool"]["attainment"]>;
  readonly demand: ReturnType<ReferencePool["pool"]["demand"]>;
}

const DEMANDS = ["prefillDemand", "decodeDemand", "residentEngines", "expectedEngines"] as const;

/** Lets one pool make each decision again from what the routers had published by its cut. */
export function compare(written: readonly Written[], logs: readonly RouterLog[], startedS: number): Comparison {
  const reference = new ReferencePool(startedS, logs);
  let decisions = 0;
  let decisionsEqual = 0;
  let demandError = 0;
  let attainmentEqual = true;
  let moves = 0;
  const reasons: Record<string, number> = {};
  for (const { directive } of written) {
    const own = reference.follow(directive);
    const made = directive.fleet.decisions;
    decisions += made.length;
    moves += made.reduce((sum, decision) => sum + decision.moves.length, 0);
    for (const { result, reason } of made) {
      const key = `${result}:${reason}`;
      reasons[key] = (reasons[key] ?? 0) + 1;
    }
    decisionsEqual += made.filter((decision, at) => essence(decision) === essence(own[at])).length;
    demandError = Math.max(demandError, errorOf(directive, reference));
    attainmentEqual &&= JSON.stringify(reference.pool.attainment()) === JSON.stringify(directive.fleet.attainment);
  }
  const { pool } = reference;
  const newest = written.at(-1)?.directive ?? null;
  return {
    decisions,
    decisionsEqual,
    demandError,
    attainmentEqual,
    moves,
    reasons,
    newest,
    attainment: pool.attainment(),
    demand: pool.demand(),
  };
}

function essence(decision: Decision | undefined): string {
  if (decision === undefined) return "none";
  const { prefill, decode, moves, result, reason, by } = decision;
  return JSON.stringify({ prefill, decode, moves, result, reason, by });
}

function errorOf({ fleet }: Directive, { pool }: ReferencePool): number {
  const demand = pool.demand();
  const errors = DEMANDS.map((field) => relative(fleet.demand[field] ?? 0, demand[field] ?? 0));
  return Math.max(...errors);
}

function relative(one: number, other: number): number {
  const largest = Math.max(Math.abs(one), Math.abs(other));
  return largest === 0 ? 0 : Math.abs(one - other) / largest;
}

/**
 * Seconds from each event to the first directive that was made from it, the longest of 99 of 100. Events that wait for
 * another leader are left out: `failover_s` is their measure.
 */
export function stalenessP99(
  written: readonly Written[],
  logs: readonly RouterLog[],
  killedS: number | null,
): number | null {
  const ages: number[] = [];
  const gap = gapOf(written, killedS);
  for (const { member, intervals } of logs) {
    for (const [seq, events] of intervals) {
      const first = written.find(({ directive }) => (directive.seqs[member] ?? 0) >= seq);
      if (first && !gap.has(first)) for (const [atS] of events) ages.push(first.atS - atS);
    }
  }
  ages.sort((one, other) => one - other);
  return ages[Math.floor(ages.length * 0.99)] ?? null;
}

/** The directive that came first after the leader's end. */
function gapOf(written: readonly Written[], killedS: number | null): ReadonlySet<Written> {
  const first = killedS === null ? undefined : written.find(({ atS }) => atS > killedS);
  return new Set(first ? [first] : []);
}

/** Events of a router that no directive was made from: they died with it. */
export function lostEvents(written: readonly Written[], log: RouterLog): number {
  const upTo = Math.max(0, ...written.map(({ directive }) => directive.seqs[log.member] ?? 0));
  const lost = [...log.intervals].filter(([seq]) => seq > upTo);
  return lost.reduce((sum, [, events]: [number, RouterEvent[]]) => sum + events.length, 0);
}
