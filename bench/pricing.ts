import { ProfileSet } from "../src/parts";
import type { PriceTerms } from "./contestants/prices";
import { ENGINES, profileOf } from "./fleets";
import { FullAccount, REQUESTS_PER_S } from "./full-account";
import type { AccountOf } from "./windows";
import { lengths, SteadyClock, type Workload } from "./workload";

/** Prices the demand of the window when a few requests have arrived since the last time; nothing else has changed. */
export const priceArrivals = () => priceFleet(() => 1);

/** The same when the decode correction is another one too, as it is after most passes: every shape has a new price. */
export const priceAnew = () => priceFleet((run) => 1 + (run & 1) / 100);

function priceFleet(correctionOf: (run: number) => number): Workload {
  const account = new FullAccount();
  const { accounting, clock } = account;
  const profiles = new ProfileSet(Array.from({ length: ENGINES }, (_, i) => profileOf(i)));
  let runs = 0;
  return {
    operations: 1,
    before() {
      account.observe(20);
      accounting.learn(clock.timeS);
      runs += 1;
    },
    run: () => accounting.price(clock.timeS, accounting.config.windowS, profiles, correctionOf(runs)).decodeDemand,
  };
}

/** `priceArrivals` by a contestant. What was learned is the core's: it is asked for once a shape. */
export const priceArrivalsIn = (accountOf: AccountOf) => (): Workload => {
  const { accounting } = new FullAccount();
  const { stepS, windowS, tpotSloS } = accounting.config;
  const terms: PriceTerms = {
    profiles: Array.from({ length: ENGINES }, (_, i) => profileOf(i)),
    tpotSloS,
    correction: 1,
    expectedOutput: (inputTokens, requestedTokens) => accounting.forecastOutput(inputTokens, requestedTokens) ?? -1,
  };
  const clock = new SteadyClock();
  const account = accountOf(stepS, clock.now());
  const arrivals = lengths(160);
  let requests = 0;
  const observe = (count: number) => {
    for (let i = 0; i < count; i += 1) {
      clock.timeS += 1 / REQUESTS_PER_S;
      const inputTokens = arrivals[requests % arrivals.length] as number;
      account.size(clock.timeS, clock.timeS, inputTokens, inputTokens >> 2);
      requests += 1;
    }
  };
  observe(2 * windowS * REQUESTS_PER_S);
  return {
    operations: 1,
    before: () => observe(20),
    run: () => account.price(clock.timeS, windowS, terms).expectedEngines,
  };
};

/** Learns from the completions of four windows when there is one more. */
export function learnOutputs(): Workload {
  const account = new FullAccount();
  const { accounting, clock } = account;
  return {
    operations: 1,
    before: () => account.observe(1),
    run: () => (accounting.learn(clock.timeS) ? accounting.expectedOutput(1000, 250) : Number.NaN),
  };
}
