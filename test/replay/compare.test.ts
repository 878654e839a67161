import { describe, expect, test } from "vitest";
import { ConfigError } from "../../src/errors";
import { Comparison, comparisonDocument, type ReplayReport } from "../../src/replay/index";
import { at } from "../simulation/fleet-helpers";
import { replay, shipped, small, trace } from "./replay-run-inputs";

/** What a comparison takes from a single run. */
function parts({ timeS, requests, attainment, ttft, tpot, moves, reversals }: ReplayReport) {
  return { timeS, requests, attainment, ttft, tpot, moves: moves.length, reversals };
}

const input = shipped("pddd", { urgent: true });
const report = new Comparison(input).run();

describe("the runs", () => {
  test.each([
    [1, "pddd"],
    [2, "ppdd"],
    [3, "pppd"],
  ])("a fixed split of %i prefill engines is a run without control", (prefill, roles) => {
    const single = replay(shipped(roles, { control: "off" }));
    expect(report.fixed[prefill - 1]).toEqual({ kind: "fixed", prefill, decode: 4 - prefill, ...parts(single) });
  });

  test("are every fixed split, and the controller from the one that is given", () => {
    expect(report.fixed.map(({ prefill, decode }) => [prefill, decode])).toEqual([
      [1, 3],
      [2, 2],
      [3, 1],
    ]);
    expect(report.controller).toEqual({ kind: "controller", prefill: 1, decode: 3, ...parts(replay(input)) });
  });

  test("keep the very roles that are given, whatever their order", () => {
    const mixed = shipped("dpdp");
    const { fixed } = new Comparison(mixed).run();
    expect(fixed[1]).toMatchObject(parts(replay({ ...mixed, control: "off" })));
  });

  test("are controlled even where the configuration is advisory", () => {
    const advisory = new Comparison(shipped("pddd", { config: { advisory: true }, urgent: true })).run();
    expect(advisory).toEqual(report);
  });

  test("count no move that was never over", () => {
    const slow = new Comparison(shipped("pddd", { simulation: { moveS: 10_000 } })).run();
    expect(slow.controller.moves).toBe(0);
  });
});

describe("the verdict", () => {
  test("is the distance to the best fixed split", () => {
    expect(report.fixed.map(({ attainment }) => attainment.bothMet)).toEqual([150, 1251, 1585]);
    expect(report.bestFixed).toBe(report.fixed[2]);
    expect(report.controller.attainment.bothMet).toBe(1296);
    expect(report.distanceRatio).toBe(1296 / 2000 - 1585 / 2000);
  });

  test("of equal splits the one with the fewest prefill engines is the best", () => {
    const { bestFixed, distanceRatio } = new Comparison(small("ppdd", [at(0, 64, 2)])).run();
    expect(bestFixed.prefill).toBe(1);
    expect(distanceRatio).toBe(0);
  });

  test("there is none where no request counts", () => {
    const aborted = small("ppd", [at(0, 64, 2)], { simulation: { abortShare: 1 } });
    expect(new Comparison(aborted).run().distanceRatio).toBeNull();
  });
});

describe("running it", () => {
  test("in steps makes steady progress, and the same report", () => {
    const comparison = new Comparison(input);
    const progress: number[] = [];
    while (!comparison.done) {
      comparison.step(60);
      progress.push(comparison.progress);
    }
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(progress.at(-1)).toBe(1);
    expect(comparison.run()).toEqual(report);
  });

  test("further changes nothing", () => {
    const comparison = new Comparison(small("pd", [at(0, 64, 2)]));
    const ended = comparison.run();
    comparison.step(60);
    expect(comparison.run()).toEqual(ended);
  });

  test("takes two engines", () => {
    expect(() => new Comparison(shipped("p"))).toThrow(
      new ConfigError("engines", "must be two or more, to compare their splits", 1),
    );
  });
});

describe("the document", () => {
  const document = comparisonDocument("code.csv", trace, input, report);

  test("has the runs and the verdict", () => {
    expect(document).toMatchObject({
      schema: "narwhal-slo/compare",
      version: 1,
      trace: { file: "code.csv", requests: 2000 },
      urgent: true,
      controller: { kind: "controller", prefill: 1, decode: 3, attainment: { both_met: 1296 } },
      best_fixed: { prefill: 3, decode: 1 },
      distance_ratio: -0.1445,
    });
    expect(document.fixed.map(({ attainment }) => attainment.both_met)).toEqual([150, 1251, 1585]);
    expect(document.engines).toHaveLength(4);
  });

  test("is plain JSON, and the same of a second comparison", () => {
    const text = JSON.stringify(document);
    expect(JSON.parse(text)).toEqual(document);
    expect(JSON.stringify(comparisonDocument("code.csv", trace, input, new Comparison(input).run()))).toBe(text);
  });
});
