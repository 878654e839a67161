import { checkClock, checkTime, isPositive, ownFields } from "../check";
import { type Clock, monotonicClock } from "../clock";
import { ArgumentError, ConfigError } from "../errors";
import { Core } from "../wasm/core";
import type { OutcomesRegion } from "../wasm/outcomes-region";
import { type Attainment, attainmentOf } from "./attainment";

/** Options of an outcome window that stands alone. */
export interface OutcomeWindowOptions {
  /** Width of a bucket in seconds, > 0. */
  readonly bucketS: number;
  /** How long outcomes are kept, in seconds before the newest recorded one, > 0. */
  readonly retainedS: number;
  /** Default: the monotonic clock. */
  readonly clock?: Clock;
  /** The compiled core, where compiling at run time is forbidden (`narwhal-slo/core.wasm`). */
  readonly module?: WebAssembly.Module;
  /** Bound on the window's memory in bytes. Default 256 MiB. */
  readonly maxMemoryBytes?: number;
}

/** Evidence behind the window's answers. */
export interface AttainmentEvidence {
  readonly bucketS: number;
  readonly retainedS: number;
  /** Seconds from the oldest bucket's start until now, at most `retainedS`; 0 if the window is empty. */
  readonly coveredS: number;
  readonly buckets: number;
  readonly outcomes: number;
  /** Buckets and outcomes that fell out of retention, ever; an outcome that came too late counts too. */
  readonly prunedBuckets: number;
  readonly prunedOutcomes: number;
}

/**
 * SLO attainment in time buckets (semantics, section 2). Retention counts from the newest recorded bucket: a quiet
 * clock drops nothing.
 *
 * @example
 * const outcomes = new OutcomeWindow({ bucketS: 1, retainedS: 480 });
 * outcomes.record(true, false);
 * outcomes.attainment(60).ttftRatio; // 1
 */
export class OutcomeWindow {
  readonly #region: OutcomesRegion;
  readonly #clock: Clock;

  /** @throws ConfigError for an option out of its range, MemoryError when the window would exceed `maxMemoryBytes` */
  constructor(options: OutcomeWindowOptions);
  /** @internal Over the region of an account. */
  constructor(options: { region: OutcomesRegion; clock: Clock });
  constructor(options: OutcomeWindowOptions | { region: OutcomesRegion; clock: Clock }) {
    const given = ownFields("options", options);
    const { clock = monotonicClock() } = given;
    checkClock(clock);
    this.#clock = clock;
    this.#region = "region" in given ? given.region : standalone(given);
  }

  /**
   * Records one terminal request.
   *
   * @param atS its time in seconds; by default now
   * @throws TimeError
   */
  record(ttftMet: boolean, tpotMet: boolean, atS = this.#clock.now()): void {
    checkTime("atS", atS);
    this.#region.record(ttftMet, tpotMet, atS);
  }

  /**
   * Attainment of the last `windowS` seconds, the bucket that the cut goes through counted whole.
   *
   * @param windowS > 0 and at most the retention
   * @throws ArgumentError
   */
  attainment(windowS: number): Attainment {
    const { retainedS } = this.#region.spec;
    if (!(isPositive(windowS) && windowS <= retainedS)) {
      throw new ArgumentError("windowS", `must be > 0 and <= ${retainedS} s, which is what is kept`, windowS);
    }
    return this.since(this.#now() - windowS);
  }

  /** Attainment of what is retained at or after `sinceS`, which may be any time. */
  since(sinceS: number): Attainment {
    checkTime("sinceS", sinceS);
    return attainmentOf(this.#region.sumsSince(sinceS));
  }

  /** Attainment of all that is retained, however old. */
  retained(): Attainment {
    return this.since(-Number.MAX_VALUE);
  }

  /** Evidence behind the answers. */
  evidence(): AttainmentEvidence {
    const { widthS, retainedS } = this.#region.spec;
    const { total, buckets, oldestS } = this.#region.sumsSince(-Number.MAX_VALUE);
    const { prunedBuckets, prunedOutcomes } = this.#region.pruned();
    return {
      bucketS: widthS,
      retainedS,
      coveredS: oldestS === null ? 0 : Math.min(retainedS, Math.max(0, this.#now() - oldestS)),
      buckets,
      outcomes: total,
      prunedBuckets,
      prunedOutcomes,
    };
  }

  #now(): number {
    const nowS = this.#clock.now();
    checkTime("clock.now()", nowS);
    return nowS;
  }
}

function standalone(options: OutcomeWindowOptions): OutcomesRegion {
  const { bucketS, retainedS, maxMemoryBytes = 256 * 2 ** 20 } = options;
  const positive = (field: string, value: number) => {
    if (!(isPositive(value) && Number.isFinite(value))) throw new ConfigError(field, "must be > 0 s", value);
  };
  positive("bucketS", bucketS);
  positive("retainedS", retainedS);
  const plan = { windows: [], outcomes: { widthS: bucketS, retainedS } };
  return new Core(plan, 0, maxMemoryBytes, options.module).outcomes as OutcomesRegion;
}
