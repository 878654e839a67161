import { describe, expect, it } from "vitest";
import { at, engines, record } from "./fleet-helpers";

// Prefill: 1 s per 1,024 tokens. Iteration: 1/16 s + 1/64 s per resident. Both exact in binary.
const ALONE_S = 5 / 64;

describe("one request alone", () => {
  const { calls, simulation } = record({
    requests: [at(0, 512, 3)],
    options: {
      sizingDelayS: 1 / 8,
      tokenizationDelayS: 1 / 16,
      transferS: 1 / 32,
      transferPerTokenS: 2 ** -12,
    },
  });

  it("makes these calls at these times", () => {
    const admittedS = 1 / 8 + 1 / 16;
    const firstTokenS = admittedS + 0.5;
    const joinedS = firstTokenS + 1 / 32 + 512 / 4096;
    expect(calls).toEqual([
      [0, 0, "open"],
      [1 / 8, 0, "size", 512, 3],
      [admittedS, 0, "reprice", 512, 3],
      [admittedS, 0, "prefill", "p0"],
      [firstTokenS, 0, "firstToken"],
      [joinedS, 0, "decode", "d1"],
      [joinedS + ALONE_S, 0, "token"],
      [joinedS + 2 * ALONE_S, 0, "token"],
      [joinedS + 2 * ALONE_S, 0, "complete", 3],
    ]);
  });

  it("has a TTFT from arrival, and a TPOT that includes the transfer", () => {
    const { requests } = simulation.results();
    expect(requests.ttftS[0]).toBe(1 / 8 + 1 / 16 + 0.5);
    expect(requests.tpotS[0]).toBe((1 / 32 + 512 / 4096 + 2 * ALONE_S) / 2);
    expect(requests.tokens[0]).toBe(3);
    expect(requests.endS[0]).toBe(simulation.timeS);
  });
});

describe("request lengths", () => {
  it.each([1, 0])("ends at its first token with %i output tokens: there is no TPOT", (outputTokens) => {
    const { of, simulation } = record({ requests: [at(2, 1024, outputTokens)] });
    expect(of(0).slice(-2)).toEqual([
      [3, "firstToken"],
      [3, "complete", 1],
    ]);
    const { requests, attainment } = simulation.results();
    expect(requests.tpotS[0]).toBeNaN();
    expect(attainment).toEqual({ total: 1, ttftMet: 1, tpotMet: 1, bothMet: 1 });
  });

  it("takes the constant part only for an empty prompt", () => {
    const { of } = record({ requests: [at(0, 0, 2)], engines: engines("pd", { ttftC: 0.25 }) });
    expect(of(0).slice(3, 4)).toEqual([[0, "prefill", "p0"]]);
    expect(of(0)[4]).toEqual([0.25, "firstToken"]);
  });
});

describe("speed", () => {
  it("divides the times of the trace", () => {
    const { named } = record({ requests: [at(3, 1, 1), at(8, 1, 1)], options: { speed: 4 } });
    expect(named("open")).toEqual([
      [0.75, 0],
      [2, 1],
    ]);
  });
});

describe("requested output", () => {
  const requests = [1, 16, 17, 300, 4096, 5000].map((outputTokens) => at(0, 1, outputTokens));
  const requested = (requestedOutput: "exact" | "pow4" | number) =>
    record({ requests, options: { requestedOutput } })
      .named("reprice")
      .map((call) => call[3]);

  it("is the output itself with `exact`", () => {
    expect(requested("exact")).toEqual([1, 16, 17, 300, 4096, 5000]);
  });

  it("is the next of 16, 64, 256, 1024, 4096 with `pow4`, and exact beyond", () => {
    expect(requested("pow4")).toEqual([16, 16, 64, 1024, 4096, 5000]);
  });

  it("is a cap if it is a number, and exact beyond", () => {
    expect(requested(256)).toEqual([256, 256, 256, 300, 4096, 5000]);
  });
});

describe("the local estimate", () => {
  it("is within its error of the input, on both sides, and is corrected at admission", () => {
    const { named } = record({
      requests: Array.from({ length: 200 }, (_, index) => at(index * 100, 1000, 1)),
      options: { estimateError: 0.25 },
    });
    const estimates = named("size").map((call) => call[2] as number);
    expect(Math.min(...estimates)).toBeGreaterThanOrEqual(750);
    expect(Math.min(...estimates)).toBeLessThan(800);
    expect(Math.max(...estimates)).toBeLessThanOrEqual(1250);
    expect(Math.max(...estimates)).toBeGreaterThan(1200);
    expect(named("reprice").every((call) => call[2] === 1000)).toBe(true);
  });
});

describe("noise", () => {
  const requests = [at(0, 1024, 1), at(10, 1024, 3)];

  it("changes prefill times and token intervals", () => {
    const { of } = record({ requests, options: { noiseCv: 0.1 } });
    const [firstTokenS] = of(0).find((call) => call[1] === "firstToken") ?? [0];
    const [firstS, secondS] = of(1)
      .filter((call) => call[1] === "token")
      .map(([timeS]) => timeS);
    expect(firstTokenS).not.toBe(1);
    expect(firstTokenS).toBeCloseTo(1, 0);
    expect((secondS ?? 0) - (firstS ?? 0)).not.toBe(ALONE_S);
  });

  it("can be replaced for prefill", () => {
    const { named } = record({ requests, prefillNoise: () => 2 });
    expect(named("firstToken")).toEqual([
      [2, 0],
      [12, 1],
    ]);
  });
});

describe("shares of requests that go wrong", () => {
  const requests = [at(0, 1024, 100)];

  it("aborts during the upload: never sized", () => {
    const { of } = record({ requests, options: { abortShare: 1, sizingDelayS: 0.5 } });
    expect(of(0)).toEqual([
      [0, "open"],
      [0.5, "cancel"],
    ]);
  });

  it.each([
    ["cancelShare", "cancel"],
    ["failShare", "fail"],
  ] as const)("%s: ends by %s at one of its tokens", (share, end) => {
    const { named, of } = record({ requests, options: { [share]: 1 } });
    const tokens = named("firstToken").length + named("token").length;
    expect(of(0).at(-1)?.[1]).toBe(end);
    expect(tokens).toBeGreaterThanOrEqual(1);
    expect(tokens).toBeLessThanOrEqual(100);
    expect(named("complete")).toEqual([]);
  });

  it("draws the shares", () => {
    const { simulation } = record({
      requests: Array.from({ length: 2000 }, (_, index) => at(index, 1, 4)),
      options: { abortShare: 0.1, cancelShare: 0.2, failShare: 0.3 },
    });
    const { ends } = simulation.results();
    expect(ends.cancelled / 2000).toBeCloseTo(0.3, 1);
    expect(ends.failed / 2000).toBeCloseTo(0.3, 1);
    expect(ends.completed / 2000).toBeCloseTo(0.4, 1);
  });
});
