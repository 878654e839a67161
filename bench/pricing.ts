import { ProfileSet } from "../src/index";
import { ENGINES, profileOf } from "./fleets";
import { FullAccount } from "./full-account";
import type { Workload } from "./workload";

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
    run: () => accounting.price(clock.timeS, accounting.config.windowS, profiles, correctionOf(runs)).decodeEngines,
  };
}

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
