import type { Clock } from "../clock";
import type { KeyedRecord } from "./bucket-records";
import type { Collected, Direction, Publication, PublishReply, Store } from "./store";

interface KeptRecord {
  readonly bytes: Uint8Array;
  readonly seq: number;
}

interface MemberRecords {
  seq: number;
  header: Uint8Array;
  readonly records: Map<string, KeptRecord>;
  publishedS: number;
  keptS: number;
}

/**
 * A store in the memory of one process: for tests, simulations, and the primary of Node's cluster workers.
 *
 * @param clock the store's time, in seconds
 * @example
 * const store = memoryStore(monotonicClock());
 */
export function memoryStore(clock: Clock): MemoryStore {
  return new MemoryStore(clock);
}

/** A store in memory. */
export class MemoryStore implements Store {
  readonly #clock: Clock;
  #members = new Map<string, MemberRecords>();
  #fingerprint: string | null = null;
  #lease: { readonly member: string; readonly endS: number } | null = null;
  #epoch = 0;
  #directive: Direction | null = null;

  /** @internal */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** All that it holds is gone, as after FLUSHALL. */
  flush(): void {
    this.#members = new Map();
    this.#fingerprint = null;
    this.#lease = null;
    this.#epoch = 0;
    this.#directive = null;
  }

  async publish(publication: Publication): Promise<PublishReply> {
    const nowS = this.#clock.now();
    const { member, epoch, version } = publication;
    this.#fingerprint ??= publication.fingerprint;
    const foundSeq = this.#members.get(member)?.seq ?? null;
    if (this.#fingerprint === publication.fingerprint) {
      if (publication.seq > (foundSeq ?? 0)) this.#write(publication, nowS);
      this.#lend(publication, nowS);
    }
    const directive = this.#directive;
    const isNewer = directive !== null && isAfter(directive, { epoch, version });
    return {
      nowS,
      foundSeq,
      fingerprint: this.#fingerprint,
      leader: this.#lease?.member ?? null,
      epoch: this.#epoch,
      directive: isNewer ? directive.directive : null,
    };
  }

  async collect(known: ReadonlyMap<string, number>): Promise<readonly Collected[]> {
    const nowS = this.#clock.now();
    for (const [id, { publishedS, keptS }] of this.#members) if (nowS - publishedS > keptS) this.#members.delete(id);
    return [...this.#members].map(([member, kept]) => {
      const knownSeq = known.get(member) ?? 0;
      const isNew = kept.seq !== knownSeq;
      return {
        member,
        ageS: Math.max(0, nowS - kept.publishedS),
        seq: kept.seq,
        header: isNew ? kept.header : null,
        records: isNew ? changedSince(kept.records, knownSeq) : [],
      };
    });
  }

  async direct(direction: Direction): Promise<boolean> {
    this.#endLease(this.#clock.now());
    if (this.#lease?.member !== direction.member || direction.epoch < this.#epoch) return false;
    if (this.#directive !== null && !isAfter(direction, this.#directive)) return false;
    this.#lease = { member: direction.member, endS: this.#clock.now() + direction.leaseS };
    this.#directive = direction;
    return true;
  }

  async leaderState(): Promise<Uint8Array | null> {
    return this.#directive?.state ?? null;
  }

  async release(member: string): Promise<void> {
    if (this.#lease?.member === member) this.#lease = null;
  }

  async time(): Promise<number> {
    return this.#clock.now();
  }

  #write({ member, seq, header, records, keptS }: Publication, nowS: number): void {
    const kept = this.#members.get(member)?.records ?? new Map<string, KeptRecord>();
    for (const [key, bytes] of records) {
      if (bytes === null) kept.delete(key);
      else kept.set(key, { bytes, seq });
    }
    this.#members.set(member, { seq, header, records: kept, publishedS: nowS, keptS });
  }

  #lend({ member, leaseS, epoch }: Publication, nowS: number): void {
    this.#endLease(nowS);
    this.#epoch = Math.max(this.#epoch, this.#lease === null ? 0 : epoch);
    if (this.#lease !== null || leaseS === null) return;
    this.#lease = { member, endS: nowS + leaseS };
    this.#epoch = Math.max(this.#epoch + 1, epoch + 1, Math.floor(nowS * 1000));
  }

  #endLease(nowS: number): void {
    if (this.#lease !== null && nowS >= this.#lease.endS) this.#lease = null;
  }
}

interface Version {
  readonly epoch: number;
  readonly version: number;
}

/** Whether a directive is newer than another. */
export function isAfter(one: Version, other: Version): boolean {
  return one.epoch > other.epoch || (one.epoch === other.epoch && one.version > other.version);
}

function changedSince(records: ReadonlyMap<string, KeptRecord>, seq: number): KeyedRecord[] {
  return [...records].filter(([, kept]) => kept.seq > seq).map(([key, { bytes }]) => [key, bytes]);
}
