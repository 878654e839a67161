import { describe, expect, it } from "vitest";
import { Simulation, type SimulationInput, type TraceRequest } from "../../src/replay/index";
import { at, engines, exact, record, silent } from "./fleet-helpers";

const I16 = 2 ** -4;
const I64 = 2 ** -6;
/** Seconds of an iteration of `n` residents. */
const iterationS = (n: number) => I16 + n * I64;

function resultsOf(input: Partial<SimulationInput> & Pick<SimulationInput, "requests">) {
  return record(input).simulation.results().requests;
}

describe("concurrency", () => {
  it("lets the next request in when one has ended", () => {
    const requests = [at(0, 1024, 1), at(0, 1024, 1), at(0, 1024, 1)];
    const { arrivalS, ttftS } = resultsOf({ requests, options: { concurrency: 1 } });
    expect([...arrivalS]).toEqual([0, 1, 2]);
    expect([...ttftS]).toEqual([1, 1, 1]);
  });

  it("lets nobody in before the time of the trace", () => {
    const { arrivalS } = resultsOf({ requests: [at(0, 1024, 1), at(5, 1024, 1)], options: { concurrency: 1 } });
    expect([...arrivalS]).toEqual([0, 5]);
  });

  it("keeps a fixed batch, which makes n tokens an iteration", () => {
    const requests = Array.from({ length: 64 }, () => at(0, 1, 65));
    const { endS } = resultsOf({ requests, engines: engines("pd", { ttftB: 0 }), options: { concurrency: 8 } });
    // The first iteration of each eight begins with one of them alone.
    const spanS = Math.max(...endS);
    expect(spanS / (8 * 64 * iterationS(8))).toBeGreaterThanOrEqual(1);
    expect(spanS / (8 * 64 * iterationS(8))).toBeLessThan(1.01);
  });
});

describe("the queue of a link", () => {
  const requests = [at(0, 1024, 2), at(0, 1024, 2)];
  const options = { transferS: 1, transferPerTokenS: 2 ** -10 };

  it("sends one prompt after the other from one engine", () => {
    const { named } = record({ requests, options: { ...options, transferQueue: true } });
    expect(named("decode").map(([timeS]) => timeS)).toEqual([3, 5]);
  });

  it("is none by default", () => {
    const { named } = record({ requests, options });
    expect(named("decode").map(([timeS]) => timeS)).toEqual([3, 4]);
  });

  it("is one for each prefill engine", () => {
    const { named } = record({ requests, engines: engines("ppd"), options: { ...options, transferQueue: true } });
    expect(named("decode").map(([timeS]) => timeS)).toEqual([3, 3]);
  });
});

describe("the first token from the decode engine", () => {
  const input = { requests: [at(0, 1024, 3)], options: { firstTokenFrom: "decode", transferS: 1 } } as const;

  it("comes after the transfer and one iteration", () => {
    const { ttftS, prefillEndS, tpotS, tokens } = resultsOf(input);
    expect([...prefillEndS]).toEqual([1]);
    expect([...ttftS]).toEqual([2 + iterationS(1)]);
    expect([...tpotS]).toEqual([iterationS(1)]);
    expect([...tokens]).toEqual([3]);
  });

  it("is counted once by the router, at the end of prefill", () => {
    const { of } = record(input);
    const names = of(0).map(([, name]) => name);
    expect(names.filter((name) => name === "firstToken")).toHaveLength(1);
    expect(names.filter((name) => name === "token")).toHaveLength(2);
  });

  it("is the only token of a request of one", () => {
    const { ttftS, endS } = resultsOf({ ...input, requests: [at(0, 1024, 1)] });
    expect([...ttftS]).toEqual([2 + iterationS(1)]);
    expect([...endS]).toEqual([2 + iterationS(1)]);
  });

  it("decides the SLO", () => {
    const options = { ...input.options, ttftSloS: 1.5 };
    expect(record({ ...input, options }).simulation.results().attainment).toMatchObject({ total: 1, ttftMet: 0 });
  });
});

describe("aggregated engines", () => {
  it("decode what they have prefilled, without a transfer", () => {
    const { of } = record({
      requests: [at(0, 1024, 2)],
      engines: engines("d"),
      options: { aggregated: true, transferS: 1 },
    });
    expect(of(0)).toEqual([
      [0, "open"],
      [0, "size", 1024, 2],
      [0, "reprice", 1024, 2],
      [0, "prefill", "d0"],
      [1, "firstToken"],
      [1, "decode", "d0"],
      [1 + iterationS(1), "token"],
      [1 + iterationS(1), "complete", 2],
    ]);
  });

  it("prefer the smaller batch where no prompt waits", () => {
    const { named } = record({
      requests: [at(0, 1024, 200), at(2, 1024, 2)],
      engines: engines("dd"),
      options: { aggregated: true },
    });
    expect(named("decode").map(([, , engine]) => engine)).toEqual(["d0", "d1"]);
  });

  it("take no prompt that their batch has no room for", () => {
    const { named } = record({
      requests: [at(0, 1024, 17), at(0, 1024, 1)],
      engines: engines("d", { decodeMaxKvTokens: 1500 }),
      options: { aggregated: true },
    });
    expect(named("prefill").map(([timeS]) => timeS)).toEqual([0, 1 + 16 * iterationS(1)]);
  });
});

describe("chunks of prompts", () => {
  const batch = 16;
  const long = at(4, 1024, 1);

  function longPromptS(chunkTokens: number, requests: readonly TraceRequest[] = []): number {
    const { endS, arrivalS } = resultsOf({
      requests: [...requests, long],
      engines: engines("d", { ttftC: 0.5 }),
      options: { aggregated: true, chunkTokens, prefillSlots: 32 },
    });
    return (endS.at(-1) as number) - (arrivalS.at(-1) as number);
  }

  it("take as long as the prompt and one iteration of the batch a chunk", () => {
    const residents = Array.from({ length: batch }, () => at(0, 0, 1000));
    const simulation = new Simulation({
      requests: [...residents, at(32, 1024, 1)],
      engines: engines("d"),
      options: { ...exact, timeoutS: 1e3, aggregated: true, chunkTokens: 128, prefillSlots: 32 },
      open: () => silent,
    });
    simulation.run();
    const { ttftS } = simulation.results().requests;
    // The first iteration has one resident, the others all; the prompt waits for the end of the one that runs.
    const iterations = (32 - iterationS(1)) / iterationS(batch);
    const waitS = (Math.ceil(iterations) - iterations) * iterationS(batch);
    expect(ttftS.at(-1)).toBeCloseTo(waitS + 8 * iterationS(batch) + 1, 9);
  });

  it("cost no more than the whole prompt where there is no batch", () => {
    expect(longPromptS(128)).toBe(1.5);
    expect(longPromptS(0)).toBe(1.5);
    expect(longPromptS(5000)).toBe(1.5);
  });
});

describe("several prompts a step", () => {
  it("end together and share the constant part", () => {
    const { ttftS } = resultsOf({
      requests: [at(0, 512, 1), at(0, 512, 1), at(0, 512, 1)],
      engines: engines("pd", { ttftC: 0.25 }),
      options: { promptsPerStep: 3, sizingDelayS: 0 },
    });
    // The first one is there alone when the engine begins.
    expect([...ttftS]).toEqual([0.75, 2, 2]);
  });
});

describe("round robin", () => {
  it("takes the next engine that can", () => {
    const { named } = record({
      requests: [at(0, 4096, 1), at(1, 1, 1), at(2, 1, 1), at(3, 1, 1)],
      engines: engines("ppd"),
      options: { routing: "round_robin" },
    });
    expect(named("prefill").map(([, , engine]) => engine)).toEqual(["p0", "p1", "p0", "p1"]);
  });
});

describe("engines that differ", () => {
  const ttftOf = (engineSpread: number, seed = 1) =>
    [
      ...resultsOf({
        requests: [at(0, 1024, 1), at(0, 1024, 1)],
        engines: engines("ppd"),
        options: { engineSpread, seed },
      }).ttftS,
    ] as [number, number];

  it("take their own multiple of the profile's times, drawn by the seed", () => {
    expect(ttftOf(0)).toEqual([1, 1]);
    const [first, second] = ttftOf(0.2);
    expect(first).not.toBe(second);
    expect(ttftOf(0.2)).toEqual([first, second]);
    expect(ttftOf(0.2, 2)).not.toEqual([first, second]);
    expect(ttftOf(0.1)[0] - 1).toBeCloseTo((first - 1) / 2, 12);
  });
});
