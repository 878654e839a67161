import { version as PACKAGE_VERSION } from "../../package.json";
import type { Accounting } from "../accounting/accounting";
import type { TerminalKind } from "../accounting/outcome";
import type { Controller } from "../control/controller";
import type { Fleet } from "../fleet";
import { boundsOf, windowBounds } from "./bounds";
import { ByteWriter } from "./byte-writer";
import { text } from "./codec";
import { seal } from "./envelope";
import { type PoolSnapshot, poolSnapshotCodec } from "./pool-snapshot";

/** Counts of requests, as far as they are handed on. */
export interface HandedRequests {
  counts(): Readonly<Record<TerminalKind | "pending" | "open", number>>;
  /** Counts go on from the requests that ended elsewhere; those still open there are not counted here. */
  importEnded(ended: Readonly<Record<TerminalKind, number>>): void;
}

/** Counts by kind. */
export interface HandedCounts {
  readonly kinds: readonly string[];
  counts(): Readonly<Record<string, number>>;
  /** Counts go on from another pool's, which has the same kinds. */
  importCounts(counts: Readonly<Record<string, number>>): void;
}

/** Source of a snapshot. */
export interface PoolAccounts {
  readonly accounting: Accounting;
  readonly fleet: Fleet;
  readonly controller: Controller;
  readonly counter: HandedRequests;
  readonly anomalies: HandedCounts;
}

/**
 * Takes a snapshot at `nowS`, in seconds of the pool. Requests in flight are not in it, and nothing is changed by it.
 *
 * @throws StateError where the pool's time is so far from 0 that its buckets and times cannot be told apart
 */
export function takePoolSnapshot(accounts: PoolAccounts, nowS: number): Uint8Array {
  const { accounting, anomalies } = accounts;
  const writer = new ByteWriter();
  text.write(writer, PACKAGE_VERSION);
  windowBounds.write(writer, boundsOf(accounting.config));
  poolSnapshotCodec(accounting.specs, anomalies.kinds).write(writer, exportAccounts(accounts, nowS));
  return seal(writer.written);
}

function exportAccounts(accounts: PoolAccounts, nowS: number): PoolSnapshot {
  const { accounting, fleet, controller, counter, anomalies } = accounts;
  return {
    takenAtS: nowS,
    accounting: accounting.exportState(nowS),
    engines: fleet.exportState(nowS),
    learned: fleet.learning?.exportState() ?? null,
    controller: controller.exportState(),
    ended: counter.counts(),
    anomalies: anomalies.counts(),
  };
}
