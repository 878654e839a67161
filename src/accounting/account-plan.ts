import { bucketWidthS, type Config, RETAINED_WINDOWS } from "../config";
import type { CorePlan } from "../wasm/core";
import type { OutcomesSpec } from "../wasm/outcomes-region";
import type { WindowRegion, WindowSpec } from "../wasm/window-region";

/** The five demand windows (semantics, section 1), in the order in which the core holds them. */
export const WINDOW_NAMES = ["arrivals", "expectedDecode", "observedDecode", "residency", "unsized"] as const;

/** Name of a demand window. */
export type WindowName = (typeof WINDOW_NAMES)[number];

/** The five windows of an account. */
export type AccountWindows = Readonly<Record<WindowName, WindowRegion>>;

/** Something of each window. */
export function byWindow<T>(of: (name: WindowName, index: number) => T): Record<WindowName, T> {
  return Object.fromEntries(WINDOW_NAMES.map((name, index) => [name, of(name, index)])) as Record<WindowName, T>;
}

/**
 * Bins of a bucket for each exact shape, with `overflow: "binned"`. Measured at 10,000 requests a second
 * (docs/overflow.md): for arrivals and expected decode the least that keep demand within 3%, in steps of a half; for
 * completions an eighth comes to just 3%.
 */
const BINS = { arrivals: 2, expectedDecode: 3.5, observedDecode: 0.25 };

/** Retention and resolution of an account's windows. */
export interface AccountingSpecs {
  readonly windows: Readonly<Record<WindowName, WindowSpec>>;
  readonly outcomes: OutcomesSpec;
}

/** Parts that an account keeps besides. */
export interface AccountingOptions {
  /** Whether statistics of offered work are kept, second by second. Default false. */
  readonly offeredWork?: boolean;
}

/** The table of the five windows (semantics, section 1) and the outcome window (section 2). */
export function accountPlan(config: Config): CorePlan {
  const { windowS, maxShapes, monitorIntervalS, overflow } = config;
  const bins = (perShape: number) => (overflow === "binned" ? Math.round(maxShapes * perShape) : 0);
  const bucketS = bucketWidthS(config);
  const longS = RETAINED_WINDOWS * windowS;
  return {
    windows: [
      { retainedS: windowS, bucketS, maxShapes, bins: bins(BINS.arrivals), merge: "max" },
      { retainedS: windowS, bucketS, maxShapes, bins: bins(BINS.expectedDecode), merge: "expected" },
      { retainedS: longS, bucketS, maxShapes, bins: bins(BINS.observedDecode), merge: "first" },
      { retainedS: windowS, bucketS, maxShapes, merge: "real" },
      { retainedS: windowS, bucketS, maxShapes: 1, merge: "first" },
    ],
    outcomes: { widthS: monitorIntervalS, retainedS: longS },
    learnFrom: WINDOW_NAMES.indexOf("observedDecode"),
  };
}
