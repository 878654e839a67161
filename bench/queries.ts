import { readFileSync } from "node:fs";
import {
  Accounting,
  checkProfile,
  DemandWindow,
  type EngineProfile,
  manualClock,
  ProfileSet,
  profileFromJson,
  resolveConfig,
} from "../src/index";
import { lengths, START_S, type Workload } from "./workload";

const ENGINES = 16;

/** More shapes than a bucket keeps exactly: its overflow cell is in use too. */
const FULL_BUCKET = lengths(160);

/** 120 s of full buckets, 129 cells each, and a cut through the oldest. */
function fullWindow() {
  const clock = manualClock(START_S);
  const window = new DemandWindow({ retainedS: 120, bucketS: 1, clock });
  for (let second = 0; second < 120; second += 1) {
    for (const [i, tokens] of FULL_BUCKET.entries()) window.add([tokens], START_S + second + i / FULL_BUCKET.length);
  }
  clock.set(START_S + 120);
  return { window, sinceS: START_S + 0.5 };
}

function queryWindow(query: (window: DemandWindow, sinceS: number) => number): Workload {
  const { window, sinceS } = fullWindow();
  const operations = 100;
  return {
    operations,
    run() {
      let total = 0;
      for (let i = 0; i < operations; i += 1) total += query(window, sinceS);
      return total;
    },
  };
}

export const countWindow = () => queryWindow((window, sinceS) => window.count(sinceS));

export const evidenceOfWindow = () => queryWindow((window, sinceS) => window.evidence(sinceS).count);

/** An account at the defaults with all of its windows full, completions without an overflow, so that they are learned from. */
function fullAccount() {
  const clock = manualClock(START_S);
  const { windowS, maxShapes } = DEFAULTS;
  const accounting = new Accounting(DEFAULTS, clock);
  for (let second = 0; second < 4 * windowS; second += 1) {
    const nowS = START_S + second;
    clock.set(nowS);
    for (const tokens of FULL_BUCKET) accounting.offers.size(accounting.offers.open(nowS), nowS, tokens, tokens >> 2);
    for (const tokens of lengths(maxShapes)) accounting.complete(tokens, tokens >> 2, tokens >> 3, nowS);
    accounting.sampleResidency(1 + (second % 7), nowS);
  }
  return { accounting, nowS: clock.now() };
}

const DEFAULTS = resolveConfig({ ttftSloS: 1, tpotSloS: 0.05 });

/** Prices the demand of the window when a few requests have arrived since the last time; nothing else has changed. */
export const priceArrivals = () => priceFleet(() => 1);

/** The same when the decode correction is another one too, as it is after most passes: every shape has a new price. */
export const priceAnew = () => priceFleet((run) => 1 + (run & 1) / 100);

const ARRIVALS = 20;

/** No two engines of the fleet measured quite the same: what equal profiles save is left out. */
function priceFleet(correctionOf: (run: number) => number): Workload {
  const { accounting, nowS } = fullAccount();
  const { offers } = accounting;
  const profiles = new ProfileSet(Array.from({ length: ENGINES }, (_, i) => profileOf(i)));
  const arrivals = FULL_BUCKET.slice(0, ARRIVALS);
  accounting.learn(nowS);
  let runs = 0;
  return {
    operations: 1,
    run() {
      for (const tokens of arrivals) offers.size(offers.open(nowS), nowS, tokens, tokens >> 2);
      runs += 1;
      return accounting.price(nowS, DEFAULTS.windowS, profiles, correctionOf(runs)).decodeEngines;
    },
  };
}

const MEASURED = ["h100-tp8-llama2-70b", "h200-llama31-8b-fp8"].map((name) =>
  profileFromJson(JSON.parse(readFileSync(new URL(`../data/${name}.json`, import.meta.url), "utf8"))),
);

function profileOf(engine: number): EngineProfile {
  const measured = MEASURED[engine % MEASURED.length] as EngineProfile;
  return checkProfile(`gpu-${engine}`, { ...measured, ttftC: measured.ttftC * (1 + engine / 100) });
}

/** Learns from the completions of four windows when there is one more. */
export function learnOutputs(): Workload {
  const { accounting, nowS } = fullAccount();
  const [tokens] = FULL_BUCKET as [number];
  return {
    operations: 1,
    run() {
      accounting.complete(tokens, tokens >> 2, tokens >> 3, nowS);
      return accounting.learn(nowS) ? accounting.expectedOutput(1000, 250) : Number.NaN;
    },
  };
}
