import type { KeyedRecord } from "./bucket-records";

/** Publication of a router: its header, and the bucket records that have changed. */
export interface Publication {
  readonly member: string;
  /** Digest of what must be the same in all routers of a cluster. */
  readonly fingerprint: string;
  /** Rises by one with each publish of the member. */
  readonly seq: number;
  readonly header: Uint8Array;
  readonly records: readonly KeyedRecord[];
  /** Seconds that its records are kept after its last publish. */
  readonly keptS: number;
  /** How long a lease lasts that it takes if nobody has one; null: it does not want to lead. */
  readonly leaseS: number | null;
  /** The newest directive that it has seen. */
  readonly epoch: number;
  readonly version: number;
}

/** A store's answer to a publication. */
export interface PublishReply {
  /** The store's time, in seconds since the Unix epoch. */
  readonly nowS: number;
  /** The publish of this member that was found there; null: none. */
  readonly foundSeq: number | null;
  /** The fingerprint of the cluster; another one than the member's: nothing was written. */
  readonly fingerprint: string;
  /** Who has the lease, null: nobody. */
  readonly leader: string | null;
  /** The epoch of the lease. */
  readonly epoch: number;
  /** The newest directive, null where the member has it. */
  readonly directive: Uint8Array | null;
}

/** State of one member, as a leader reads it. */
export interface Collected {
  readonly member: string;
  /** Seconds since its last publish, by the store's clock. */
  readonly ageS: number;
  readonly seq: number;
  /** Null: nothing has changed since the publish that is known. */
  readonly header: Uint8Array | null;
  readonly records: readonly KeyedRecord[];
}

/** A leader's directive, with the fence that it is checked by. */
export interface Direction {
  readonly member: string;
  readonly epoch: number;
  readonly version: number;
  readonly leaseS: number;
  readonly directive: Uint8Array;
  /** State that the next leader goes on from. */
  readonly state: Uint8Array;
  readonly keptS: number;
}

/** A store that several clusters share, each with its own keys. */
export interface StoreOfClusters {
  /** The part of the cluster of that name. */
  cluster(name: string): Store;
}

/**
 * Where the routers of a cluster meet. Every call may reject; nothing on the path of a request waits for one.
 * `memoryStore`, `redisStore` and `workerStore` make one.
 */
export interface Store {
  publish(publication: Publication): Promise<PublishReply>;
  /** The members, with what has changed since the publish of each that is known. */
  collect(known: ReadonlyMap<string, number>): Promise<readonly Collected[]>;
  /** Renews the lease and writes a directive; false: another one leads, or a greater epoch was seen. */
  direct(direction: Direction): Promise<boolean>;
  /** State that the last leader has left, null if there is none. */
  leaderState(): Promise<Uint8Array | null>;
  /** Gives the lease back, if the member has it. */
  release(member: string): Promise<void>;
  /** The store's time, in seconds since the Unix epoch. */
  time(): Promise<number>;
}
