import { version as PACKAGE_VERSION } from "../../package.json";
import type { Accounting } from "../accounting/accounting";
import type { Controller } from "../control/controller";
import type { Fleet } from "../fleet";
import { MeasuredFleet } from "../fleet/measured-fleet";
import type { Anomalies } from "../pool/anomalies";
import type { RequestCounter } from "../pool/request-counts";
import { boundsOf, windowBounds } from "./bounds";
import { ByteWriter } from "./byte-writer";
import { text } from "./codec";
import { seal } from "./envelope";
import { type PoolSnapshot, poolSnapshotCodec } from "./pool-snapshot";

/** What a snapshot is taken of. */
export interface PoolAccounts {
  readonly accounting: Accounting;
  readonly fleet: Fleet;
  readonly controller: Controller;
  readonly counter: RequestCounter;
  readonly anomalies: Anomalies;
}

/**
 * Takes a snapshot at `nowS`, in seconds of the pool. Requests in flight are not in it, and nothing is changed by it.
 *
 * @throws StateError where the pool's time is so far from 0 that its buckets and times cannot be told apart
 */
export function takePoolSnapshot(accounts: PoolAccounts, nowS: number): Uint8Array {
  const { accounting } = accounts;
  const writer = new ByteWriter();
  text.write(writer, PACKAGE_VERSION);
  windowBounds.write(writer, boundsOf(accounting.config));
  poolSnapshotCodec(accounting.specs).write(writer, exportAccounts(accounts, nowS));
  return seal(writer.written);
}

function exportAccounts(accounts: PoolAccounts, nowS: number): PoolSnapshot {
  const { accounting, fleet, controller, counter, anomalies } = accounts;
  return {
    takenAtS: nowS,
    accounting: accounting.exportState(nowS),
    engines: fleet.exportState(nowS),
    learned: fleet instanceof MeasuredFleet ? fleet.exportLearned() : null,
    controller: controller.exportState(),
    ended: counter.counts(),
    anomalies: anomalies.counts(),
  };
}
