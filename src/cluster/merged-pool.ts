import type { Offer } from "../accounting/offers";
import type { Config } from "../config";
import type { Decision } from "../decision/decision";
import { type Accounts, beginAccounts } from "../pool/accounts";
import { RecordedClock } from "../pool/recorded-clock";
import { RequestRecord } from "../request-record";
import type { Role } from "../roles";
import { FleetMirror } from "./fleet-mirror";
import { AccountFold, endedOf } from "./fold-accounts";
import { type LeaderState, leaderState } from "./leader-state";
import type { MemberAccount } from "./member-account";
import type { MemberHeader } from "./member-header";
import { sealed, unsealed } from "./sealed";

/** The one account of a cluster: the state of all routers as of a cut, and a controller that decides over it. */
export class MergedPool {
  readonly accounts: Accounts;
  readonly #own: Accounts;
  readonly #clock: RecordedClock;
  readonly #fold: AccountFold;
  readonly #mirror: FleetMirror;
  #pending: Offer[] = [];
  #risksToS = Number.NEGATIVE_INFINITY;

  /**
   * @param own the leader's own pool, whose engines and policy are those of the cluster
   * @param maxShapes exact shapes of a bucket of the one account
   * @throws MemoryError
   */
  constructor(own: Accounts, maxShapes: number, startS: number) {
    const config: Config = { ...own.config, maxShapes: Math.max(maxShapes, own.config.maxShapes) };
    this.#own = own;
    this.#clock = new RecordedClock(startS);
    this.accounts = beginAccounts(config, { policy: own.controller.policy, clock: this.#clock, desired: own.desired });
    this.#fold = new AccountFold(this.accounts.accounting.specs);
    this.#mirror = new FleetMirror(this.accounts.fleet);
    this.#mirror.follow(own.fleet, [], startS);
  }

  /** These buckets of a member have changed, or members have come or gone. */
  changed(indices: Iterable<number>): void {
    this.#fold.changed(indices);
  }

  /** Takes in the state of the members as of a cut. Those that are not in `live` have nothing in flight any more. */
  take(members: readonly MemberAccount[], live: readonly MemberHeader[], cutS: number): void {
    const { accounting, counter, controller } = this.accounts;
    const beforeS = this.#clock.timeS;
    this.#clock.timeS = cutS;
    const residency = accounting.exportWindow("residency", cutS);
    for (const offer of this.#pending) accounting.offers.invalidate(offer);
    this.#pending = pendingOffers(live, cutS);
    for (const offer of this.#pending) accounting.offers.openChecked(offer);
    accounting.importState(this.#fold.fold(members, cutS, residency), cutS);
    counter.importEnded(endedOf(members.flatMap(({ header }) => header ?? [])));
    this.#mirror.follow(this.#own.fleet, live, cutS);
    this.#mirror.fill(live, beforeS, cutS);
    for (const { kind, atS } of this.#newRisks(live)) controller.evidence.recordRisk(kind, atS);
  }

  /** Decides as of the cut that was taken in. */
  decide(): Decision[] {
    return this.accounts.controller.pass(this.#clock.timeS);
  }

  /** A pass that decides nothing. */
  hold(): Decision[] {
    this.accounts.controller.sample(this.#clock.timeS);
    return [];
  }

  /** The time that it is as of. */
  get cutS(): number {
    return this.#clock.timeS;
  }

  get roles(): Record<string, Role> {
    return Object.fromEntries(this.accounts.fleet.engines.map(({ id, role }) => [id, role]));
  }

  /** State that the next leader goes on from. */
  exportState(): Uint8Array {
    const { accounting, fleet, controller } = this.accounts;
    const cutS = this.#clock.timeS;
    const state: LeaderState = {
      cutS,
      controller: controller.exportState(),
      residency: accounting.exportWindow("residency", cutS),
      engines: fleet.exportState(cutS),
      learned: fleet.learning?.exportState() ?? null,
    };
    return sealed(leaderState(accounting.specs.windows.residency), state);
  }

  /** Goes on from what another leader has left. @throws SnapshotError */
  importState(bytes: Uint8Array): void {
    const { accounting, fleet, controller } = this.accounts;
    const state = unsealed(leaderState(accounting.specs.windows.residency), bytes);
    this.#clock.timeS = state.cutS;
    const own = accounting.exportState(state.cutS);
    accounting.importState({ ...own, windows: { ...own.windows, residency: state.residency } }, state.cutS);
    fleet.importState(state.engines, state.cutS);
    fleet.learning?.importState(state.learned, fleet.engines);
    controller.importState(state.controller, state.cutS);
    this.#risksToS = state.controller.evidence.newestRisk?.atS ?? Number.NEGATIVE_INFINITY;
  }

  #newRisks(headers: readonly MemberHeader[]) {
    const risks = headers.flatMap(({ newestRisk }) => newestRisk ?? []).filter(({ atS }) => atS > this.#risksToS);
    risks.sort((one, other) => one.atS - other.atS);
    this.#risksToS = risks.at(-1)?.atS ?? this.#risksToS;
    return risks;
  }
}

/** As many offers as wait for their size in all routers. */
function pendingOffers(headers: readonly MemberHeader[], cutS: number): Offer[] {
  const pending = headers.reduce((sum, header) => sum + header.pending, 0);
  return Array.from({ length: pending }, () => new RequestRecord(cutS));
}
