import type { Decision } from "../decision/decision";
import type { Accounts } from "../pool/accounts";
import { windowDemand } from "../pool/pool-demand";
import type { ClusterSettings } from "./cluster-options";
import { type Directive, type FleetView, writeDirective } from "./directive";
import { MemberAccount } from "./member-account";
import { MergedPool } from "./merged-pool";
import type { Collected } from "./store";

/** A cut is not decided at when it is so old. */
const STALE_S = 3;
/** How far ahead of the leader's cut another one may be: further ahead its clock is wrong. */
const MOST_AHEAD_S = 2;
/** Seconds between two looks for members that are late. */
const LOOK_S = 0.02;
/** A leader decides only in this share of its lease. */
const SAFE_SHARE = 0.8;

/** A pass so shortly before an edge is one at it: clocks are not read to the bit. */
const EDGE_S = 1e-3;

/** Counts of a leader. */
export interface LeaderCounts {
  /** Members that were late at a cut, counted each time. */
  late: number;
  /** States of members that could not be read. */
  refused: number;
}

/** Folds the states of all routers into one account, decides over it, and says so to all. */
export class Leader {
  readonly epoch: number;
  readonly counts: LeaderCounts = { late: 0, refused: 0 };
  readonly #id: string;
  readonly #own: Accounts;
  readonly #settings: ClusterSettings;
  readonly #members = new Map<string, MemberAccount>();
  #version = 0;
  #movedVersion = 0;
  #merged: MergedPool | null = null;
  #cutS = Number.NEGATIVE_INFINITY;
  #leaseEndS = Number.NEGATIVE_INFINITY;
  #live: readonly MemberAccount[] = [];

  constructor(id: string, own: Accounts, settings: ClusterSettings, epoch: number) {
    this.#id = id;
    this.#own = own;
    this.#settings = settings;
    this.epoch = epoch;
  }

  /** The lease was renewed by a call that was sent at `sentS`. */
  renewed(sentS: number): void {
    this.#leaseEndS = sentS + SAFE_SHARE * this.#settings.leaseS;
  }

  /** How many of the members that are heard of have applied the newest moves. */
  acknowledged(): { readonly applied: number; readonly of: number } {
    const applied = this.#live.filter(
      ({ header }) => header?.epoch === this.epoch && header.version >= this.#movedVersion,
    );
    return { applied: applied.length, of: this.#live.length };
  }

  /**
   * Decides as of the last cut before `nowS`, and writes the directive.
   *
   * @returns the directive; null: there was nothing to decide; "fenced": another one leads
   */
  async lead(nowS: number): Promise<Directive | "fenced" | null> {
    const { monitorIntervalS } = this.#own.config;
    const cutS = Math.floor((nowS + EDGE_S) / monitorIntervalS) * monitorIntervalS;
    if (cutS <= this.#cutS) return null;
    await this.#collect(cutS);
    this.#merged ??= await this.#begin(cutS);
    const sentS = this.#own.clock.checkedNow();
    if (sentS - cutS > STALE_S || sentS >= this.#leaseEndS) return null;
    this.#cutS = cutS;
    const directive = this.#decide(this.#merged, cutS);
    const { store, leaseS } = this.#settings;
    const isWritten = await store.direct({
      member: this.#id,
      epoch: this.epoch,
      version: directive.version,
      leaseS,
      directive: writeDirective(directive),
      state: this.#merged.exportState(),
      keptS: keptS(this.#own),
    });
    if (!isWritten) return "fenced";
    this.renewed(sentS);
    return directive;
  }

  /** The account of all, which goes on from what the last leader has left. What cannot be read is left out. */
  async #begin(cutS: number): Promise<MergedPool> {
    const started = this.#live.map(({ header }) => header?.startedS ?? cutS);
    const merged = new MergedPool(this.#own, this.#settings.maxShapes, Math.min(cutS, ...started));
    const state = await this.#settings.store.leaderState();
    try {
      if (state !== null) merged.importState(state);
    } catch {
      this.counts.refused += 1;
    }
    return merged;
  }

  /** Reads the members until all that are heard of have reached the cut, or the grace is over. */
  async #collect(cutS: number): Promise<void> {
    const { store, graceS, wait } = this.#settings;
    for (;;) {
      const known = new Map([...this.#members].map(([id, { seq }]) => [id, seq]));
      this.#take(await store.collect(known));
      this.#live = this.#heardOf(cutS);
      const late = this.#live.filter(({ header }) => header !== null && header.cutS < cutS - EDGE_S).length;
      const isOver = this.#own.clock.checkedNow() >= cutS + graceS;
      if (late === 0 || isOver) {
        this.counts.late += late;
        return;
      }
      await wait(LOOK_S);
    }
  }

  #take(collected: readonly Collected[]): void {
    const { accounting } = this.#own;
    const present = new Set(collected.map(({ member }) => member));
    for (const [id, { cells }] of this.#members) {
      if (present.has(id)) continue;
      this.#merged?.changed(cells.keys());
      this.#members.delete(id);
    }
    for (const { member, ageS, seq, header, records } of collected) {
      const account = this.#members.get(member) ?? new MemberAccount(member, accounting.specs);
      this.#members.set(member, account);
      account.ageS = ageS;
      if (header === null) continue;
      try {
        const changed = account.take(seq, header, records);
        this.#merged?.changed(changed);
      } catch {
        this.counts.refused += 1;
      }
    }
  }

  #heardOf(cutS: number): MemberAccount[] {
    return [...this.#members.values()].filter(
      ({ header, ageS }) =>
        header !== null && !header.left && ageS <= this.#settings.goneS && header.cutS <= cutS + MOST_AHEAD_S,
    );
  }

  #decide(merged: MergedPool, cutS: number): Directive {
    const live = this.#live.flatMap(({ header }) => header ?? []);
    const isSilent = this.#live.some(({ ageS }) => ageS > this.#settings.silentS);
    merged.take([...this.#members.values()], live, cutS);
    const decisions = isSilent ? merged.hold() : merged.decide();
    this.#version += 1;
    if (decisions.some(({ result, moves }) => result === "applied" && moves.length > 0))
      this.#movedVersion = this.#version;
    return {
      epoch: this.epoch,
      version: this.#version,
      leader: this.#id,
      seqs: Object.fromEntries([...this.#members].map(([id, { seq }]) => [id, seq])),
      live: this.#live.map(({ id }) => id),
      roles: merged.roles,
      fleet: viewOf(merged, live.length, decisions, isSilent ? "member_silent" : null),
    };
  }
}

function viewOf(
  { accounts, cutS }: MergedPool,
  members: number,
  decisions: readonly Decision[],
  held: string | null,
): FleetView {
  const { fleet, accounting, config } = accounts;
  const residents = fleet.engines.map(({ id, prefillRequests, decodeRequests, decodeTokens }) => {
    return [id, { prefillRequests, decodeRequests, decodeTokens }] as const;
  });
  return {
    cutS,
    split: { prefill: fleet.countByRole("prefill"), decode: fleet.countByRole("decode") },
    attainment: accounting.outcomes.attainment(config.windowS),
    demand: windowDemand(accounts, cutS),
    residents: Object.fromEntries(residents),
    decisions,
    members,
    held,
  };
}

/** Seconds that records of a router are kept after it was heard of last: as long as any of its buckets counts. */
export function keptS({ accounting }: Accounts): number {
  return accounting.specs.windows.observedDecode.retainedS + 60;
}
