import type { RoleMove } from "../decision/decision";
import { TimeError, UnknownIdError } from "../errors";
import type { Accounts } from "../pool/accounts";
import { alignClock, measureOffset } from "./align-clock";
import { BucketRecords } from "./bucket-records";
import { type Applied, captureHeader } from "./capture-header";
import { ClusterError } from "./cluster-error";
import type { ClusterSettings } from "./cluster-options";
import { type ClusterState, noCounts } from "./cluster-state";
import { type Directive, type FleetView, type Residents, readDirective } from "./directive";
import { fingerprintOf } from "./fingerprint";
import { keptS, Leader } from "./leader";
import { type MemberHeader, memberHeader } from "./member-header";
import { isAfter } from "./memory-store";
import { sealed } from "./sealed";
import type { PublishReply } from "./store";
import { within } from "./within";

/** Calls of the store that a leader makes at a cut, beside those in its grace. */
const STORE_CALLS = 4;

/** Publishes whose residents are remembered, to tell the others' from its own. */
const REMEMBERED = 16;

/** Result of a pass. */
export interface MemberPass {
  /** Engines whose role has changed by directives: route by it from now on. */
  readonly moves: readonly RoleMove[];
}

/** A router in a cluster: it publishes its own state, follows directives, and leads when it has the lease. */
export class ClusterMember {
  /** Its name in the cluster: random, of this process alone. */
  readonly id: string;
  readonly #accounts: Accounts;
  readonly #settings: ClusterSettings;
  readonly #fingerprint: string;
  readonly #records: BucketRecords;
  readonly #residents = new Map<number, ReadonlyMap<string, Residents>>();
  readonly #counts = noCounts();
  #seq = 0;
  /** The publish that the store should have, and the last one up to which it has all records. */
  #writtenSeq = 0;
  #completeSeq = 0;
  #applied: Applied = { epoch: 0, version: 0 };
  #directive: Directive | null = null;
  #leader: Leader | null = null;
  #leaderId: string | null = null;
  #offsetS: number | null = null;
  #passing = false;

  /** @internal */
  constructor(id: string, accounts: Accounts, settings: ClusterSettings) {
    this.id = id;
    this.#accounts = accounts;
    this.#settings = settings;
    this.#fingerprint = fingerprintOf(settings.name, accounts);
    this.#records = new BucketRecords(accounts.accounting);
  }

  /** @internal Aligns the clock, and publishes for the first time. @throws ClusterError */
  async enter(): Promise<void> {
    try {
      await this.#align();
      await this.#publish(this.#accounts.clock.checkedNow(), false);
    } catch (error) {
      if (error instanceof ClusterError) throw error;
      this.#counts.storeErrors += 1;
    }
  }

  /**
   * One monitoring pass, in the place of `pool.pass()`: it samples, publishes the router's state, and follows the newest
   * directive; the leader decides. Call it every `monitorIntervalS`, best just after whole ones of the pool's time. It
   * never rejects for the store's sake.
   *
   * @throws TimeError where the clock's time is not finite
   */
  async pass(): Promise<MemberPass> {
    const { clock, controller, records } = this.#accounts;
    if (this.#passing) return { moves: [] };
    this.#passing = true;
    try {
      const nowS = clock.passNow();
      const publishing = this.#offsetS === null ? this.#align() : this.#publish(nowS, false);
      controller.sample(nowS);
      records.sampled(nowS);
      await publishing;
      return { moves: await this.#follow(nowS) };
    } catch (error) {
      if (error instanceof TimeError) throw error;
      this.#counts.storeErrors += 1;
      return { moves: [] };
    } finally {
      this.#passing = false;
    }
  }

  /** Leaves the cluster: what it has counted stays, what it has in flight counts no longer. It never rejects. */
  async leave(): Promise<void> {
    this.#leader = null;
    try {
      await this.#publish(this.#accounts.clock.checkedNow(), true);
      await within(this.#settings.storeTimeoutS, this.#settings.store.release(this.id));
    } catch {
      this.#counts.storeErrors += 1;
    }
  }

  /** How it stands in the cluster. */
  state(): ClusterState {
    const { clock } = this.#accounts;
    const cutS = this.#directive?.fleet.cutS ?? null;
    return {
      member: this.id,
      name: this.#settings.name,
      joined: this.#offsetS !== null,
      leader: this.#leaderId,
      leads: this.#leader !== null,
      ...this.#applied,
      directiveAgeS: cutS === null ? null : Math.max(0, clock.checkedNow() - cutS),
      members: this.#directive?.fleet.members ?? null,
      held: this.#directive?.fleet.held ?? null,
      acknowledged: this.#leader?.acknowledged() ?? null,
      clockOffsetS: this.#offsetS,
      publishes: this.#seq,
      ...this.#counts,
      late: this.#leader?.counts.late ?? 0,
      refused: this.#leader?.counts.refused ?? 0,
    };
  }

  /** The fleet as all routers together see it, by the newest directive; null before one. */
  fleet(): FleetView | null {
    return this.#directive?.fleet ?? null;
  }

  /** @internal The newest directive. */
  get directive(): Directive | null {
    return this.#directive;
  }

  /**
   * Residents of the other routers on an engine, by the newest directive; nothing before one.
   *
   * @throws UnknownIdError
   */
  others(engineId: string): Residents {
    const all = this.#directive?.fleet.residents[engineId];
    if (all === undefined) {
      if (!this.#accounts.fleet.find(engineId)) throw new UnknownIdError("engine", engineId);
      return NOBODY;
    }
    const own = this.#residents.get(this.#directive?.seqs[this.id] ?? 0)?.get(engineId) ?? NOBODY;
    return {
      prefillRequests: Math.max(0, all.prefillRequests - own.prefillRequests),
      decodeRequests: Math.max(0, all.decodeRequests - own.decodeRequests),
      decodeTokens: Math.max(0, all.decodeTokens - own.decodeTokens),
    };
  }

  async #align(): Promise<void> {
    const { store, joinTimeoutS } = this.#settings;
    const offsetS = await within(joinTimeoutS, measureOffset(store, this.#accounts));
    alignClock(this.#accounts, offsetS);
    this.#offsetS = offsetS;
  }

  /** Captures its state at once, and publishes it. */
  async #publish(nowS: number, left: boolean): Promise<void> {
    const { store, candidate, leaseS, storeTimeoutS } = this.#settings;
    const seq = this.#seq + 1;
    this.#seq = seq;
    const dropped = this.#records.update(nowS, seq);
    const header = captureHeader(this.#accounts, nowS, this.#applied, left);
    this.#remember(seq, header);
    const changed = this.#records.changedSince(this.#completeSeq);
    const bytes = sealed(memberHeader, header);
    this.#counts.publishedBytes += changed.reduce((sum, [, record]) => sum + (record?.length ?? 0), bytes.length);
    const sentS = this.#accounts.clock.checkedNow();
    const publishing = store.publish({
      member: this.id,
      fingerprint: this.#fingerprint,
      seq,
      header: bytes,
      records: [...changed, ...dropped.map((key) => [key, null] as const)],
      keptS: keptS(this.#accounts),
      leaseS: candidate && !left ? leaseS : null,
      ...this.#applied,
    });
    this.#read(await within(storeTimeoutS, publishing), seq, sentS);
  }

  #read({ foundSeq, fingerprint, leader, epoch, directive }: PublishReply, seq: number, sentS: number): void {
    if (fingerprint !== this.#fingerprint) {
      throw new ClusterError("fingerprint", `${this.#settings.name} is "${fingerprint}", not "${this.#fingerprint}"`);
    }
    const isComplete = (foundSeq ?? 0) >= this.#writtenSeq;
    if (!isComplete) this.#counts.resends += 1;
    this.#completeSeq = isComplete ? seq : Math.min(this.#completeSeq, foundSeq ?? 0);
    this.#writtenSeq = seq;
    this.#leaderId = leader;
    if (leader !== this.id) this.#leader = null;
    else if (this.#leader?.epoch !== epoch) this.#lead(epoch, sentS);
    if (directive !== null) this.#hear(directive);
  }

  #lead(epoch: number, sentS: number): void {
    this.#leader = new Leader(this.id, this.#accounts, this.#settings, epoch);
    this.#leader.renewed(sentS);
    this.#counts.takeovers += 1;
  }

  #hear(bytes: Uint8Array): void {
    try {
      const directive = readDirective(bytes);
      if (isAfter(directive, this.#applied)) this.#directive = directive;
    } catch {
      this.#counts.badDirectives += 1;
    }
  }

  /** Leads, if it has the lease, and applies the newest directive. */
  async #follow(nowS: number): Promise<RoleMove[]> {
    const leader = this.#leader;
    if (leader !== null) {
      const { graceS, storeTimeoutS } = this.#settings;
      const directive = await within(graceS + STORE_CALLS * storeTimeoutS, leader.lead(nowS));
      if (directive === "fenced") {
        this.#counts.fenced += 1;
        this.#leader = null;
      } else if (directive !== null) this.#directive = directive;
    }
    return this.#apply();
  }

  #apply(): RoleMove[] {
    const directive = this.#directive;
    if (directive === null || !isAfter(directive, this.#applied)) return [];
    this.#applied = { epoch: directive.epoch, version: directive.version };
    const moves: RoleMove[] = [];
    for (const engine of this.#accounts.fleet.engines) {
      const to = directive.roles[engine.id];
      if (to === undefined || to === engine.role) continue;
      moves.push({ engine: engine.id, from: engine.role, to });
      this.#accounts.fleet.setRole(engine.id, to);
      engine.lastMoveS = directive.fleet.cutS;
    }
    return moves;
  }

  #remember(seq: number, { engines }: MemberHeader): void {
    const residents = engines.map(({ id, prefill, decodeRequests, decodeTokens }) => {
      return [id, { prefillRequests: prefill.length, decodeRequests, decodeTokens }] as const;
    });
    this.#residents.set(seq, new Map(residents));
    this.#residents.delete(seq - REMEMBERED);
  }
}

const NOBODY: Residents = { prefillRequests: 0, decodeRequests: 0, decodeTokens: 0 };
