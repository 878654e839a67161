import { Controller, Fleet, FleetRequest, scoreSplit } from "../src/parts";
import { ENGINES, fleetOf, profileOf } from "./fleets";
import { type AccountSpec, FullAccount } from "./full-account";
import type { Workload } from "./workload";

/** Reads demand and scores the split and its two neighbours, after so many requests; all windows are full. */
export function decideAfter(requests: number, engines = ENGINES, spec: AccountSpec = {}): Workload {
  const subject = new DecidingFleet(engines, spec);
  return {
    operations: 1,
    before: () => subject.account.observe(requests),
    run: () => subject.decide(),
  };
}

/** The same right after all engines were measured anew. */
export function decideOnNewProfiles(): Workload {
  const subject = new DecidingFleet(ENGINES);
  let measurement = 0;
  return {
    operations: 1,
    before() {
      measurement = (measurement + 1) % 1000;
      for (let i = 0; i < ENGINES; i += 1) subject.fleet.setProfile(`gpu-${i}`, profileOf(i, measurement));
    },
    run: () => subject.decide(),
  };
}

/** A pass that decides, at the end of a step of 2,000 requests in which the engines decoded. */
export function passOver(): Workload {
  const subject = new DecidingFleet(ENGINES);
  const { account, controller } = subject;
  return {
    operations: 1,
    before: () => subject.decodeFor(account.accounting.config.stepS),
    run: () => controller.pass(account.clock.timeS).length,
  };
}

const RESIDENTS = 4;
const STEP_REQUESTS = 2000;

class DecidingFleet {
  readonly account: FullAccount;
  readonly fleet: Fleet;
  readonly controller: Controller;
  #residents: FleetRequest[] = [];
  #steps = 0;

  constructor(engines: number, spec: AccountSpec = {}) {
    this.account = new FullAccount(spec);
    const { accounting, clock } = this.account;
    this.fleet = new Fleet(accounting.config);
    for (const engine of fleetOf(engines)) this.fleet.addEngine(engine, clock.timeS);
    this.controller = new Controller(accounting, this.fleet);
    this.#dispatch(clock.timeS);
  }

  decide(): number {
    const { accounting, clock } = this.account;
    const { snapshot } = this.controller.read(clock.timeS);
    const { prefillEngines: prefill } = snapshot;
    let feasible = 0;
    for (const split of [prefill - 1, prefill, prefill + 1]) {
      if (scoreSplit(accounting, snapshot, split).objective < Number.POSITIVE_INFINITY) feasible += 1;
    }
    return feasible;
  }

  /** A step's requests, while residents decode, now faster and now slower: the decode correction is another one. */
  decodeFor(stepS: number): void {
    const startS = this.account.clock.timeS;
    for (const resident of this.#residents) this.fleet.finished(resident, startS);
    this.#dispatch(startS);
    this.account.observe(STEP_REQUESTS);
    this.#steps += 1;
    const tokens = Math.round(stepS * (60 + (this.#steps % 5) * 5));
    for (const resident of this.#residents) {
      this.fleet.token(resident, startS);
      this.fleet.token(resident, startS + stepS, tokens);
    }
  }

  #dispatch(nowS: number): void {
    const decoding = this.fleet.engines.filter(({ role }) => role === "decode");
    this.#residents = decoding.flatMap((engine, i) =>
      Array.from({ length: RESIDENTS }, (_, j) => {
        const request = new FleetRequest({ inputTokens: 500 + i * 37 + j, requestedTokens: 256 }, nowS);
        this.fleet.dispatch(engine, request, "decode", nowS);
        return request;
      }),
    );
  }
}
