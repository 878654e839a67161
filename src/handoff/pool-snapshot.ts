import type { AccountingSpecs } from "../accounting/account-plan";
import { WINDOW_NAMES, type WindowName } from "../accounting/account-plan";
import type { AccountingState } from "../accounting/accounting";
import type { OfferTotals } from "../accounting/offers";
import { TERMINAL_KINDS, type TerminalKind } from "../accounting/outcome";
import type { ControllerState } from "../control/controller-state";
import type { EngineState } from "../fleet";
import type { LearnedFleetState } from "../fleet/fleet-learning";
import { timeInBuckets } from "./bucket-index";
import { type Codec, finite, nullable, record, whole } from "./codec";
import { controller } from "./control-codec";
import { engines } from "./fleet-codec";
import { kinds, signals } from "./live-codec";
import { countsOf } from "./named-codec";
import { offeredWork } from "./offered-work-codec";
import { outcomesCodec } from "./outcomes-codec";
import { WindowCodec } from "./window-codec";

/** All that a pool hands on: everything but what is in flight, and what its options say. */
export interface PoolSnapshot {
  /** When it was taken, in seconds of the pool. */
  readonly takenAtS: number;
  readonly accounting: AccountingState;
  /** In fleet order. */
  readonly engines: readonly EngineState[];
  /** Models learned of the engines while they work; null where nothing is learned. */
  readonly learned: LearnedFleetState | null;
  readonly controller: ControllerState;
  /** Requests that have ended, by how. */
  readonly ended: Readonly<Record<TerminalKind, number>>;
  readonly anomalies: Readonly<Record<string, number>>;
}

/** How a snapshot of a pool with such windows is written, and with anomalies of such kinds. */
export function poolSnapshotCodec(specs: AccountingSpecs, anomalyKinds: readonly string[]): Codec<PoolSnapshot> {
  return record<PoolSnapshot>({
    takenAtS: timeInBuckets(Math.min(specs.windows.arrivals.bucketS, specs.outcomes.widthS)),
    accounting: accountingCodec(specs),
    engines,
    learned: nullable(record<LearnedFleetState>({ kinds, signals })),
    controller,
    ended: countsOf(TERMINAL_KINDS),
    anomalies: countsOf(anomalyKinds),
  });
}

/** How the accounts of a pool with such windows are written. */
export function accountingCodec(specs: AccountingSpecs): Codec<AccountingState> {
  const windows = WINDOW_NAMES.map((name) => [name, new WindowCodec(specs.windows[name])]);
  return record<AccountingState>({
    startedS: finite,
    offers: record<OfferTotals>({ sized: whole, lost: whole, invalidUnsized: whole, timedOut: whole, late: whole }),
    windows: record<AccountingState["windows"]>(Object.fromEntries(windows) as Record<WindowName, WindowCodec>),
    outcomes: outcomesCodec(specs.outcomes),
    offeredWork: nullable(offeredWork),
  });
}
