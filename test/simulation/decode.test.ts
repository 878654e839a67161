import { describe, expect, it } from "vitest";
import { at, engines, record } from "./fleet-helpers";

const intervalS = (requests: number) => 1 / 16 + requests / 64;
const instant = { ttftB: 0 };

describe("the decode batch", () => {
  it("gives a token per iteration to those that were in at its start", () => {
    const { named } = record({
      requests: [at(0, 0, 4), at(0, 0, 3), at(1 / 32, 0, 2)],
      engines: engines("pd", instant),
    });
    const first = intervalS(1);
    // The second joins at the time of the first, but after its iteration has begun.
    const second = first + intervalS(3);
    const third = second + intervalS(2);
    expect(named("token")).toEqual([
      [first, 0],
      [second, 0],
      [second, 1],
      [second, 2],
      [third, 0],
      [third, 1],
    ]);
  });

  it("is slower the more KV tokens it holds, and they grow by one per token", () => {
    const slope = 2 ** -12;
    const { named } = record({ requests: [at(0, 1000, 4)], engines: engines("pd", { ...instant, tpotSlope: slope }) });
    const times = named("token").map(([timeS]) => timeS);
    const gaps = times.map((timeS, index) => timeS - (times[index - 1] ?? 0));
    expect(gaps).toEqual([1001, 1002, 1003].map((tokens) => intervalS(1) + tokens * slope));
  });

  it("goes to the engine with the fewest KV tokens", () => {
    const { named } = record({
      requests: [at(0, 1000, 9), at(0, 100, 9), at(0, 100, 9), at(0, 900, 9)],
      engines: engines("pdd", instant),
    });
    expect(named("decode")).toEqual([
      [0, 0, "d1"],
      [0, 1, "d2"],
      [0, 2, "d2"],
      [0, 3, "d2"],
    ]);
  });
});

describe("decode limits", () => {
  it("keeps to decodeMaxRequests; the next one waits for the end of an iteration", () => {
    const { named } = record({
      requests: [at(0, 0, 2), at(0, 0, 2), at(0, 0, 2)],
      engines: engines("pd", { ...instant, decodeMaxRequests: 2 }),
    });
    expect(named("wait")).toEqual([[0, 2]]);
    expect(named("decode")).toContainEqual([intervalS(1), 2, "d1"]);
  });

  it("keeps to the KV limit at joining: its own tokens and the residents' may just fill it", () => {
    const kv = (decodeMaxKvTokens: number) =>
      record({
        requests: [at(0, 50, 9), at(0, 48, 9)],
        engines: engines("pd", { ...instant, decodeMaxKvTokens }),
      }).named("wait");
    // 50 + 1 and 48 + 1.
    expect(kv(100)).toEqual([]);
    expect(kv(99)).toEqual([[0, 1]]);
  });

  it("lets residents grow past it, and counts the iterations", () => {
    const { simulation } = record({
      requests: [at(0, 95, 11)],
      engines: engines("pd", { ...instant, decodeMaxKvTokens: 100 }),
    });
    // The iterations begin with 96 .. 105 tokens.
    expect(simulation.results().engines[1]).toEqual({
      id: "d1",
      iterations: 10,
      outsideIterations: 5,
      peakKvTokens: 105,
      preemptions: 0,
    });
  });

  it("is first come, first served: a small one does not pass a large one", () => {
    const { named } = record({
      requests: [at(0, 60, 3), at(0, 60, 3), at(0, 5, 3)],
      engines: engines("pd", { ...instant, decodeMaxKvTokens: 100 }),
    });
    const freeS = 2 * intervalS(1);
    expect(named("wait").map((call) => call[1])).toEqual([1, 2]);
    expect(named("decode")).toEqual([
      [0, 0, "d1"],
      [freeS, 1, "d1"],
      [freeS, 2, "d1"],
    ]);
  });

  it("lets others pass one that no decode engine of the moment could ever hold", () => {
    const [large] = engines("p", { ...instant, decodeMaxKvTokens: 1000 });
    const [, small] = engines("pd", { ...instant, decodeMaxKvTokens: 100 });
    if (!large || !small) throw new Error("two engines");
    const { named } = record({
      requests: [at(0, 500, 2), at(0, 5, 2)],
      engines: [large, small],
      options: { timeoutS: 2 },
    });
    expect(named("decode")).toEqual([[0, 1, "d1"]]);
    expect(named("expire")).toEqual([[2, 0]]);
  });
});
