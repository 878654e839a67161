import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Registry } from "prom-client";
import { type Clock, createPoolSync, type Pool, type PoolOptions } from "../../src/index";
import { fileSink, saveSnapshot } from "../../src/node";
import { collectPoolMetrics } from "../../src/prometheus";
import { MoveHost } from "./host";
import { breachesOf } from "./invariants";
import { Latencies } from "./latencies";
import { Traffic } from "./traffic";

/** Options of a soak. */
export interface SoakOptions {
  readonly clock: Clock;
  /** Clock for the times of calls, in seconds of any origin. */
  readonly stopwatch: () => number;
  /** Calls of the pool and its handles in a second. */
  readonly callsPerS: number;
  /** Where journal and snapshots go. */
  readonly folder: string;
  readonly seed?: number;
}

const ENGINES = 32;
/** How an engine does where the pool takes 100,000 calls a second: a small model on a fast engine. */
const REFERENCE_CALLS_PER_S = 100_000;
const PROFILE = {
  ttftA: 0,
  ttftB: 1.5e-6,
  ttftC: 1e-4,
  tpotSlope: 1e-8,
  tpotRequestSlope: 1e-5,
  tpotIntercept: 0.012,
  decodeMinRequests: 1,
  decodeMaxRequests: 512,
  decodeMinKvTokens: 1,
  decodeMaxKvTokens: 4_000_000,
};
const SCRAPE_S = 5;
const SNAPSHOT_S = 30;

/** A pool with everything switched on, and a router, a host and a Prometheus around it. Time is told to it. */
export class Soak {
  readonly pool: Pool;
  readonly traffic: Traffic;
  readonly recording = new Latencies();
  readonly passes = new Latencies();
  /** Invariants that did not hold so far. */
  readonly breaches: string[] = [];
  scrapes = 0;
  snapshots = 0;
  readonly #options: SoakOptions;
  readonly #host: MoveHost;
  readonly #registry = new Registry();
  /** Pool that goes on from each snapshot: one for all of them, so that its memory is counted once. */
  readonly #successor: Pool;
  readonly #snapshotPath: string;
  #passS: number;
  #scrapeS: number;
  #snapshotS: number;

  constructor(options: SoakOptions) {
    const { clock, callsPerS, folder, seed = 1 } = options;
    const settings = poolOptions(options);
    const startS = clock.now();
    this.#options = options;
    this.#snapshotPath = join(folder, "pool.snapshot");
    const journal = fileSink(join(folder, "journal.jsonl"), { maxBytes: 4e6, keep: 2 });
    this.pool = createPoolSync({ ...settings, journal });
    this.#successor = createPoolSync(settings);
    collectPoolMetrics(this.pool, this.#registry);
    this.#host = new MoveHost(this.pool);
    this.traffic = new Traffic(this.pool, startS, callsPerS, seed, (call) => this.#timed(this.recording, call));
    this.traffic.useRoles(rolesOf(this.pool));
    this.#passS = startS + this.pool.config.monitorIntervalS;
    this.#scrapeS = startS + SCRAPE_S;
    this.#snapshotS = startS + SNAPSHOT_S;
  }

  /** All that is due until a time happens. */
  async advance(untilS: number): Promise<void> {
    while (this.#passS <= untilS) {
      this.traffic.advance(this.#passS);
      await this.#tend(this.#passS);
      this.#passS += this.pool.config.monitorIntervalS;
    }
    this.traffic.advance(untilS);
    if (this.pool.urgentPending) this.#timed(this.passes, () => this.pool.urgent());
  }

  /** Checks all invariants now. */
  check(): void {
    this.breaches.push(...breachesOf(this.pool.state(), this.traffic));
  }

  /** The router's work in each interval. */
  async #tend(nowS: number): Promise<void> {
    this.#timed(this.passes, () => this.pool.pass());
    this.#host.step(nowS);
    this.traffic.useRoles(rolesOf(this.pool));
    if (nowS >= this.#scrapeS) await this.#scrape();
    if (nowS >= this.#snapshotS) this.#snapshot();
  }

  async #scrape(): Promise<void> {
    this.#scrapeS += SCRAPE_S;
    this.scrapes += 1;
    const opened = `narwhal_requests_opened_total ${this.traffic.opened}`;
    const text = await this.#registry.metrics();
    if (!text.includes(opened)) this.breaches.push(`the scrape does not have ${opened}`);
  }

  #snapshot(): void {
    this.#snapshotS += SNAPSHOT_S;
    this.snapshots += 1;
    saveSnapshot(this.#snapshotPath, this.pool.snapshot());
    this.#successor.restore(readFileSync(this.#snapshotPath));
    this.breaches.push(...breachesOf(this.#successor.state(), { ends: this.traffic.ends }));
  }

  #timed(latencies: Latencies, call: () => void): void {
    const { stopwatch } = this.#options;
    const begunS = stopwatch();
    call();
    latencies.record(stopwatch() - begunS);
  }
}

function poolOptions({ clock, callsPerS }: SoakOptions): PoolOptions {
  const profile = profileAt(callsPerS);
  const engines = Array.from({ length: ENGINES }, (_, i) => ({
    id: `gpu-${i}`,
    role: i % 2 === 0 ? ("prefill" as const) : ("decode" as const),
    profile,
  }));
  return { slo: { ttftS: 0.5, tpotS: 0.05 }, preset: "busy", engines, clock, urgent: true, applyMoves: "host" };
}

/** The engines are as slow as there is less to do: their demand is the same at any rate. */
function profileAt(callsPerS: number) {
  const slower = REFERENCE_CALLS_PER_S / callsPerS;
  return {
    ...PROFILE,
    ttftB: PROFILE.ttftB * slower,
    ttftC: PROFILE.ttftC * slower,
    tpotSlope: PROFILE.tpotSlope * slower,
    tpotRequestSlope: PROFILE.tpotRequestSlope * slower,
  };
}

/** The pool's `split` names no engines: its state does. */
function rolesOf(pool: Pool) {
  const { engines } = pool.state().fleet;
  const ids = (wanted: string) => engines.filter(({ role }) => role === wanted).map(({ id }) => id);
  return { prefill: ids("prefill"), decode: ids("decode") };
}
