import { byWindow } from "../accounting/account-plan";
import type { Accounts } from "../pool/accounts";
import { ClusterError } from "./cluster-error";
import type { Store } from "./store";

/** Samples of the store's time; the one with the shortest round trip counts. */
const SAMPLES = 5;
/** Requests that are in flight may go on with a clock that is off by so much. */
const MOST_OFFSET_S = 0.05;

/** Seconds that the store's clock is ahead of a pool's, to half a round trip. */
export async function measureOffset(store: Store, accounts: Accounts): Promise<number> {
  let best = { tookS: Number.POSITIVE_INFINITY, offsetS: 0 };
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const sentS = accounts.clock.checkedNow();
    const storeS = await store.time();
    const receivedS = accounts.clock.checkedNow();
    const tookS = receivedS - sentS;
    if (tookS < best.tookS) best = { tookS, offsetS: storeS - (sentS + receivedS) / 2 };
  }
  return best.offsetS;
}

/**
 * The pool's time is the store's from now on: its accounts begin anew. A pool that has served already keeps its clock
 * if it is near enough.
 *
 * @throws ClusterError where it is not
 */
export function alignClock(accounts: Accounts, offsetS: number): void {
  if (offsetS === 0) return;
  if (accounts.counter.counts().opened > 0) {
    if (Math.abs(offsetS) <= MOST_OFFSET_S) return;
    throw new ClusterError("clock", `the pool has served requests, and its clock is ${offsetS} s off the store's`);
  }
  const { accounting, clock, fleet } = accounts;
  const nowS = clock.checkedNow() + offsetS;
  clock.goOnAt(nowS);
  const { windows } = accounting.specs;
  const state = accounting.exportState(nowS);
  accounting.importState(
    {
      ...state,
      startedS: nowS,
      windows: byWindow((name) => ({
        expired: 0,
        refused: 0,
        head: Math.floor(nowS / windows[name].bucketS),
        buckets: [],
      })),
      outcomes: { prunedBuckets: 0, prunedOutcomes: 0, buckets: [] },
      offeredWork: null,
    },
    nowS,
  );
  fleet.importState([], nowS);
}
