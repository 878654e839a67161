import { ownFields } from "../check";
import { ArgumentError } from "../errors";
import type { Store, StoreOfClusters } from "./store";

/** Options of a member. */
export interface ClusterOptions {
  /** Name of the cluster: 1 to 64 letters, digits, `-`, `_` or `.`. It must be that of the store's keys. */
  readonly name: string;
  readonly store: Store | StoreOfClusters;
  /** Whether it may lead. Default true. */
  readonly candidate?: boolean;
  /** Seconds that a lease lasts, > 0. Default 4. */
  readonly leaseS?: number;
  /** Seconds that the leader waits for states of the others, >= 0. Default 0.5. */
  readonly graceS?: number;
  /** Seconds after which a member counts as silent: decisions are held, > 0. Default 5. */
  readonly silentS?: number;
  /** Seconds after which what it has in flight counts no longer, > silentS. Default 15. */
  readonly goneS?: number;
  /** Exact shapes of a bucket of the merged account, 1 .. 1024. Default 512. */
  readonly maxShapes?: number;
  /** Seconds that a call of the store may take, > 0. Default 0.25. */
  readonly storeTimeoutS?: number;
  /** Seconds that joining waits for the store, > 0; then the member serves without it and joins later. Default 2. */
  readonly joinTimeoutS?: number;
  /** Waits for so many seconds. Default: a timer. */
  readonly wait?: (seconds: number) => Promise<void>;
}

/** Options with their defaults. */
export type ClusterSettings = Required<Omit<ClusterOptions, "store">> & { readonly store: Store };

const NAME = /^[\w.-]{1,64}$/;

/** @throws ArgumentError */
export function settingsOf(options: ClusterOptions): ClusterSettings {
  const given = ownFields("options", options);
  const { name, store } = given;
  if (typeof name !== "string" || !NAME.test(name)) {
    throw new ArgumentError("name", "must be 1 to 64 letters, digits, - _ or .", name);
  }
  const settings: ClusterSettings = {
    candidate: true,
    leaseS: 4,
    graceS: 0.5,
    silentS: 5,
    goneS: 15,
    maxShapes: 512,
    storeTimeoutS: 0.25,
    joinTimeoutS: 2,
    wait: sleep,
    ...given,
    store: storeOf(store, name),
  };
  const { graceS, silentS, goneS, maxShapes } = settings;
  for (const field of ["leaseS", "silentS", "storeTimeoutS", "joinTimeoutS"] as const)
    checkPositive(field, settings[field]);
  if (!(Number.isFinite(graceS) && graceS >= 0)) throw new ArgumentError("graceS", "must be finite and >= 0 s", graceS);
  if (!(Number.isFinite(goneS) && goneS > silentS)) throw new ArgumentError("goneS", "must be > silentS", goneS);
  if (!(Number.isInteger(maxShapes) && maxShapes >= 1 && maxShapes <= 1024)) {
    throw new ArgumentError("maxShapes", "must be a whole number, 1 .. 1024", maxShapes);
  }
  return settings;
}

function storeOf(store: Store | StoreOfClusters, name: string): Store {
  if (typeof (store as StoreOfClusters | null)?.cluster === "function") return (store as StoreOfClusters).cluster(name);
  if (typeof (store as Store | null)?.publish === "function") return store as Store;
  throw new ArgumentError("store", "must be a store", store);
}

function checkPositive(field: string, value: number): void {
  if (!(Number.isFinite(value) && value > 0)) throw new ArgumentError(field, "must be finite and > 0 s", value);
}

function sleep(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}
