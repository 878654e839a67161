import { describe, expect, it } from "vitest";
import { Simulation, type TraceRequest } from "../../src/replay/index";
import { PrefixCache } from "../../src/scenario/prefix-cache";
import { at, engines, record, silent } from "./fleet-helpers";

const ids = (...list: number[]) => Uint32Array.from(list);
const hashed = (request: TraceRequest, ...list: number[]): TraceRequest => ({ ...request, hashIds: ids(...list) });

describe("a prefix cache", () => {
  it("knows the blocks that a prompt begins with", () => {
    const cache = new PrefixCache(4096, 512);
    expect(cache.admit(ids(1, 2, 3), 1536)).toBe(0);
    expect(cache.admit(ids(1, 2, 4), 1536)).toBe(1024);
    expect(cache.admit(ids(9, 2, 3), 1536)).toBe(0);
  });

  it("leaves a token to prefill", () => {
    const cache = new PrefixCache(4096, 512);
    cache.admit(ids(1, 2), 1024);
    expect(cache.admit(ids(1, 2), 1024)).toBe(1023);
    expect(cache.admit(ids(1, 2), 0)).toBe(0);
  });

  it("forgets what was used longest ago, the end of a prompt before its beginning", () => {
    const cache = new PrefixCache(3 * 512, 512);
    cache.admit(ids(1, 2), 1024);
    cache.admit(ids(3, 4), 1024);
    expect(cache.admit(ids(1, 2), 1024)).toBe(512);
  });

  it("has no room below one block, and none after it was cleared", () => {
    const none = new PrefixCache(511, 512);
    none.admit(ids(1), 512);
    expect(none.admit(ids(1), 512)).toBe(0);
    const cache = new PrefixCache(512, 512);
    cache.admit(ids(1), 512);
    cache.clear();
    expect(cache.admit(ids(1), 512)).toBe(0);
  });

  it("takes what an engine has of a prompt off its prefill", () => {
    const requests = [hashed(at(0, 1024, 1), 1, 2), hashed(at(2, 1024, 1), 1, 3), at(4, 1024, 1)];
    const { ttftS } = record({ requests, options: { prefixCacheTokens: 1e6 } }).simulation.results().requests;
    expect([...ttftS]).toEqual([1, 0.5, 1]);
    expect([...record({ requests }).simulation.results().requests.ttftS]).toEqual([1, 1, 1]);
  });

  it("refuses hashes that are something else", () => {
    const requests = [{ ...at(0, 1, 1), hashIds: [1] as unknown as Uint32Array }];
    expect(() => new Simulation({ requests, engines: engines("pd"), open: () => silent })).toThrow(
      "requests.0.hashIds must be a Uint32Array",
    );
  });
});

describe("preemption", () => {
  // Two of 40 tokens that grow: they fit together up to 100.
  const requests = [at(0, 40, 31), at(0, 40, 31)];
  const limits = { ttftB: 0, decodeMaxKvTokens: 100 };

  it("puts the youngest out before the batch outgrows the limit, and prefills it again when there is room", () => {
    const { simulation } = record({ requests, engines: engines("pd", limits), options: { preemption: true } });
    const { engines: records, ends } = simulation.results();
    expect(ends).toMatchObject({ completed: 2, open: 0 });
    expect(records[1]).toMatchObject({ preemptions: 1, outsideIterations: 0 });
    expect(records[1]?.peakKvTokens).toBeLessThanOrEqual(100);
  });

  it("is off by default: the batch outgrows it", () => {
    const { simulation } = record({ requests, engines: engines("pd", limits) });
    expect(simulation.results().engines[1]).toMatchObject({ preemptions: 0, peakKvTokens: 139 });
  });

  it("gives each request its tokens once", () => {
    const { of } = record({ requests, engines: engines("pd", limits), options: { preemption: true } });
    for (const request of [0, 1]) {
      const names = of(request).map(([, name]) => name);
      expect(names.filter((name) => name === "token")).toHaveLength(30);
      expect(names.filter((name) => name === "decode")).toHaveLength(1);
    }
  });
});

describe("retries", () => {
  const requests = [at(0, 8192, 1), at(0, 1024, 1)];
  const options = { prefillSlots: 1, timeoutS: 2 };

  it("send a request again that has expired", () => {
    const { of, simulation } = record({ requests, options: { ...options, retries: 2, retryDelayS: 3 } });
    expect(of(1)).toEqual([
      [0, "open"],
      [0, "size", 1024, 1],
      [0, "reprice", 1024, 1],
      [0, "wait"],
      [2, "expire"],
      [5, "open"],
      [5, "size", 1024, 1],
      [5, "reprice", 1024, 1],
      [5, "wait"],
      [7, "expire"],
      [10, "open"],
      [10, "size", 1024, 1],
      [10, "reprice", 1024, 1],
      [10, "prefill", "p0"],
      [11, "firstToken"],
      [11, "complete", 1],
    ]);
    const { ends, opened, requests: ended } = simulation.results();
    expect(ends).toMatchObject({ completed: 2, expired: 0 });
    expect(opened).toBe(2);
    // For the client it took eleven seconds.
    expect([...ended.ttftS]).toEqual([8, 11]);
  });

  it("end when there are none left", () => {
    const { named, simulation } = record({ requests, options: { ...options, retries: 1, retryDelayS: 1 } });
    expect(named("expire").map(([timeS]) => timeS)).toEqual([2, 5]);
    expect(simulation.results().ends).toMatchObject({ completed: 1, expired: 1 });
  });
});
