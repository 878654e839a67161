import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SimulationOptionsInput, TraceRequest } from "../../src/replay/index";
import { engines, prepare } from "./fleet-helpers";

const LETTERS: Record<string, string> = {
  open: "o",
  size: "s",
  reprice: "r",
  wait: "w",
  prefill: "p",
  firstToken: "f",
  decode: "d",
  token: "t",
  complete: "C",
  fail: "F",
  expire: "E",
  refuse: "N",
  reject: "J",
  cancel: "X",
};
/** Every way that a request can go. */
const LIFE = /^o(X|sr(J|N|E|wE|w?p(F|f(C|F|X|E|wE|w?dt*(C|F|X)))))$/;

const ENGINES = "ppdd";
const requests = fc
  .array(
    fc.record({
      gapS: fc.constantFrom(0, 0, 0.01, 0.1, 1, 5),
      inputTokens: fc.constantFrom(0, 10, 500, 2000, 5000),
      outputTokens: fc.constantFrom(0, 1, 2, 10, 60),
    }),
    { maxLength: 60 },
  )
  .map((rows) => {
    let atS = 0;
    return rows.map(({ gapS, inputTokens, outputTokens }): TraceRequest => {
      atS += gapS;
      return { atS, inputTokens, outputTokens };
    });
  });
const share = fc.constantFrom(0, 0.1, 0.3);
const options: fc.Arbitrary<SimulationOptionsInput> = fc.record({
  seed: fc.nat(1000),
  speed: fc.constantFrom(0.5, 1, 3),
  abortShare: share,
  cancelShare: share,
  failShare: share,
  noiseCv: fc.constantFrom(0, 0.1, 0.5),
  prefillSlots: fc.constantFrom(1, 4),
  refuse: fc.boolean(),
  timeoutS: fc.constantFrom(0.5, 3, 60),
  moveS: fc.constantFrom(0, 0.3, 2.5),
  sizingDelayS: fc.constantFrom(0, 0.01),
  tokenizationDelayS: fc.constantFrom(0, 0.01),
  transferS: fc.constantFrom(0, 0.05),
  faults: fc.array(
    fc.record({
      engine: fc.constantFrom("p0", "p1", "d2", "d3"),
      fromS: fc.nat(20),
      toS: fc.integer({ min: 21, max: 40 }),
    }),
    { maxLength: 3 },
  ),
});
const moves = fc.array(fc.record({ engine: fc.nat(ENGINES.length - 1), toPrefill: fc.boolean() }), { maxLength: 30 });

describe("conservation", () => {
  it("ends each request once, by a way that there is, whatever happens to the fleet", () => {
    fc.assert(
      fc.property(requests, options, moves, (trace, choice, plan) => {
        const recording = prepare({
          requests: trace,
          engines: engines(ENGINES, { decodeMaxRequests: 6, decodeMaxKvTokens: 4000 }),
          options: choice,
          onPass: (timeS) => {
            const move = plan[timeS - 1];
            if (!move) return;
            const id = ENGINES[move.engine] === "p" ? `p${move.engine}` : `d${move.engine}`;
            recording.simulation.setRole(id, move.toPrefill ? "prefill" : "decode");
          },
        });
        recording.simulation.run();

        const lives = trace.map((_, request) =>
          recording
            .of(request)
            .map(([, name]) => LETTERS[name])
            .join(""),
        );
        for (const life of lives) expect(life).toMatch(LIFE);
        const ended = (letter: string) => lives.filter((life) => life.endsWith(letter)).length;
        const { ends, opened, attainment, buckets, requests: records } = recording.simulation.results();
        expect(opened).toBe(trace.length);
        expect(ends).toEqual({
          open: 0,
          completed: ended("C"),
          failed: ended("F"),
          expired: ended("E"),
          refused: ended("N"),
          rejected: ended("J"),
          cancelled: ended("X"),
        });
        expect(attainment.total).toBe(ends.completed + ends.failed + ends.expired + ends.refused);
        expect(buckets.reduce((sum, bucket) => sum + bucket.arrivals, 0)).toBe(trace.length);
        for (const [request, life] of lives.entries()) {
          expect(records.tokens[request]).toBe([...life].filter((letter) => "ft".includes(letter)).length);
        }
        for (const engine of recording.simulation.snapshot().engines) {
          expect(engine).toMatchObject({ prefillResidents: 0, decodeResidents: 0, kvTokens: 0 });
        }
      }),
      { numRuns: 300 },
    );
  });
});
