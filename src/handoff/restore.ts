import { isNotNegative, readArgument } from "../check";
import { ArgumentError, StateError } from "../errors";
import { boundsOf, checkBounds, windowBounds } from "./bounds";
import { ByteReader } from "./byte-reader";
import { text } from "./codec";
import { unseal } from "./envelope";
import { type PoolSnapshot, poolSnapshotCodec } from "./pool-snapshot";
import type { PoolAccounts } from "./take";

/** Options of a restore. */
export interface RestoreOptions {
  /** Seconds that have passed since the snapshot was taken, 0 .. 1e9. Default 0. */
  readonly elapsedS?: number;
}

/** Report of a restore. */
export interface RestoreReport {
  /** When the snapshot was taken, in seconds of the pool: its time goes on from there. */
  readonly takenAtS: number;
  /** Engines of the snapshot that this pool does not have: what it said of them is dropped. */
  readonly unknownEngines: readonly string[];
  /** Engines of this pool that the snapshot does not have: they keep role and settings, and have taught nothing. */
  readonly missingEngines: readonly string[];
}

/** Target of a restore: accounts, and the time that they are kept in. */
export interface RestoredAccounts extends PoolAccounts {
  /** From `goOnAt` on it is `poolS` now. */
  readonly clock: { goOnAt(poolS: number): void };
}

/**
 * Restores a snapshot: the accounts go on from it, and what they held before is gone. All of it is read and checked
 * before anything is changed.
 *
 * @throws SnapshotError, ArgumentError; StateError while requests are in flight; TimeError
 */
export function restorePoolSnapshot(accounts: RestoredAccounts, bytes: Uint8Array, elapsedS = 0): RestoreReport {
  const own = ownBytes(bytes);
  if (!isNotNegative(elapsedS) || elapsedS > LONGEST_S) {
    throw new ArgumentError("elapsedS", `must be 0 .. ${LONGEST_S} s`, elapsedS);
  }
  checkIdle(accounts);
  const snapshot = readPoolSnapshot(accounts, own);
  const nowS = snapshot.takenAtS + elapsedS;
  accounts.clock.goOnAt(nowS);
  importSnapshot(accounts, snapshot, nowS);
  return reportOf(accounts, snapshot);
}

/** Some 30 years: anything longer is a time of the epoch, or in another unit. */
const LONGEST_S = 1e9;

/** A copy: nobody changes it between check and use, and it has no methods of its own. */
function ownBytes(bytes: unknown): Uint8Array {
  const rule = "must be a Uint8Array";
  if (!ArrayBuffer.isView(bytes) || !(bytes instanceof Uint8Array)) throw new ArgumentError("bytes", rule, bytes);
  return readArgument("bytes", rule, bytes, () => new Uint8Array(bytes));
}

function checkIdle({ accounting, fleet, counter }: RestoredAccounts): void {
  const { pending, open } = counter.counts();
  const resident = fleet.engines.some(({ prefillRequests, decodeRequests }) => prefillRequests + decodeRequests > 0);
  if (pending + open + accounting.offers.pending + fleet.waitingRequests === 0 && !resident) return;
  throw new StateError("restore", "not idle: requests are in flight", "pool");
}

function readPoolSnapshot({ accounting, anomalies }: PoolAccounts, bytes: Uint8Array): PoolSnapshot {
  const reader = new ByteReader(unseal(bytes));
  text.read(reader);
  checkBounds(windowBounds.read(reader), boundsOf(accounting.config));
  const snapshot = poolSnapshotCodec(accounting.specs, anomalies.kinds).read(reader);
  reader.end();
  return snapshot;
}

function importSnapshot(accounts: PoolAccounts, snapshot: PoolSnapshot, nowS: number): void {
  const { accounting, fleet, controller, counter, anomalies } = accounts;
  accounting.importState(snapshot.accounting, nowS);
  fleet.importState(snapshot.engines, nowS);
  fleet.learning?.importState(snapshot.learned, fleet.engines);
  controller.importState(snapshot.controller, nowS);
  counter.importEnded(snapshot.ended);
  anomalies.importCounts(snapshot.anomalies);
}

function reportOf({ fleet }: PoolAccounts, { takenAtS, engines }: PoolSnapshot): RestoreReport {
  const ids = engines.map(({ id }) => id);
  const known = new Set(ids);
  return {
    takenAtS,
    unknownEngines: ids.filter((id) => !fleet.find(id)),
    missingEngines: fleet.engines.map(({ id }) => id).filter((id) => !known.has(id)),
  };
}
