import { describe, expect, it } from "vitest";
import { Random } from "../../src/random/random";
import { Simulation, type TraceRequest } from "../../src/replay/index";
import { at, engines, exact, silent } from "./fleet-helpers";

const REQUESTS = 1_000_000;
const LOAD = 0.5;
// The prefill of 1,024 tokens by the helpers' profile.
const SERVICE_S = 1;

describe("against queueing theory", () => {
  it("waits as M/D/1 does: equal prompts, Poisson arrivals, no noise", () => {
    const waitS = meanWaitS(() => 1);
    expectWithin3Percent(waitS, (LOAD * SERVICE_S) / (2 * (1 - LOAD)));
  });

  it("waits as M/M/1 does: the same with exponential service", () => {
    const random = new Random(2, 99);
    const waitS = meanWaitS(() => exponential(random));
    expectWithin3Percent(waitS, (LOAD * SERVICE_S) / (1 - LOAD));
  });

  it("makes n / token_interval tokens a second with a batch of n", () => {
    const batch = 16;
    const outputTokens = 63;
    const requests = Array.from({ length: 16_384 }, () => at(0, 1, outputTokens + 1));
    const simulation = new Simulation({
      requests,
      engines: engines("pd", { decodeMaxRequests: batch, ttftB: 0 }),
      open: () => silent,
      options: { ...exact, timeoutS: 1e6, noiseCv: 0.1, bucketS: 1e6 },
    });
    simulation.run();
    const tokensPerS = (requests.length * outputTokens) / simulation.timeS;
    const intervalS = 2 ** -4 + batch * 2 ** -6;
    expectWithin3Percent(tokensPerS, batch / intervalS);
  });
});

describe("a link that is a server", () => {
  it("waits as M/D/1 does: equal prompts, Poisson arrivals, prefill in no time", () => {
    const simulation = new Simulation({
      requests: poissonArrivals(),
      engines: engines("pd", { ttftB: 0 }),
      open: () => silent,
      options: {
        ...exact,
        timeoutS: 1e6,
        bucketS: 1e4,
        transferS: SERVICE_S,
        transferQueue: true,
        firstTokenFrom: "decode",
      },
    });
    simulation.run();
    const { ttftS } = simulation.results().requests;
    const mean = ttftS.reduce((sum, seconds) => sum + seconds, 0) / REQUESTS;
    // One resident at a time, nearly: two are at most 1.6% slower in the step that is taken off.
    const stepS = 2 ** -4 + 2 ** -6;
    expectWithin3Percent(mean - SERVICE_S - stepS, (LOAD * SERVICE_S) / (2 * (1 - LOAD)));
  });
});

function expectWithin3Percent(measured: number, theory: number): void {
  expect(measured).toBeGreaterThan(theory * 0.97);
  expect(measured).toBeLessThan(theory * 1.03);
}

function meanWaitS(prefillNoise: () => number): number {
  const simulation = new Simulation({
    requests: poissonArrivals(),
    engines: engines("p"),
    open: () => silent,
    options: { ...exact, timeoutS: 1e6, bucketS: 1e4 },
    prefillNoise,
  });
  simulation.run();
  const { ttftS } = simulation.results().requests;
  return ttftS.reduce((sum, seconds) => sum + seconds, 0) / REQUESTS - SERVICE_S;
}

function poissonArrivals(): TraceRequest[] {
  const random = new Random(1, 99);
  let atS = 0;
  return Array.from({ length: REQUESTS }, () => {
    atS += (exponential(random) * SERVICE_S) / LOAD;
    return at(atS, 1024, 1);
  });
}

function exponential(random: Random): number {
  return -Math.log(random.uniform());
}
