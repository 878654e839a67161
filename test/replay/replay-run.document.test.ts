import { describe, expect, test } from "vitest";
import { ReplayRun, replayDocument } from "../../src/replay/index";
import { replay, shipped, trace } from "./replay-run-inputs";

const changes = {
  plain: {},
  urgent: { urgent: true },
  "slow moves": { simulation: { moveS: 10, abortShare: 0.1, cancelShare: 0.1, failShare: 0.1 } },
};

describe.each(Object.entries(changes))("%s", (_, change) => {
  const input = shipped("pddd", change);
  const report = replay(input);
  const document = replayDocument("code.csv", trace, input, report);
  const text = JSON.stringify(document);

  test("a second run gives the same document, to the byte", () => {
    expect(JSON.stringify(replayDocument("code.csv", trace, input, replay(input)))).toBe(text);
  });

  test("so does a run in steps that is looked at", () => {
    const run = new ReplayRun(input);
    while (!run.done) {
      run.step(run.timeS + 7.3);
      run.report();
      run.snapshot();
    }
    expect(JSON.stringify(replayDocument("code.csv", trace, input, run.report()))).toBe(text);
  });

  test("the document is plain JSON", () => {
    expect(JSON.parse(text)).toEqual(document);
  });

  test("it has what the report has", () => {
    expect(document.attainment.both_met).toBe(report.attainment.bothMet);
    expect(document.decisions).toEqual(report.decisions);
    expect(document.moves.map(({ engine, from, to }) => ({ engine, from, to }))).toEqual(
      report.moves.map(({ engine, from, to }) => ({ engine, from, to })),
    );
    expect(document.rows.map(({ moves }) => moves)).toEqual(report.rows.map(({ moves }) => moves));
  });
});

test("the document names its kind, what was asked for and what came of it", () => {
  const input = shipped("pddd", { config: { advisory: true }, control: "on", urgent: true, simulation: { seed: 7 } });
  const document = replayDocument("code.csv", trace, input, replay(input));
  expect(document).toMatchObject({
    schema: "narwhal-slo/replay",
    version: 1,
    trace: { file: "code.csv", format: "azure", requests: 2000, out_of_order_rows: 0, skipped_rows: 0 },
    config: { advisory: false, ttft_slo_s: 1 },
    control: "on",
    urgent: true,
    simulation: { seed: 7 },
  });
});

test("a move says when, which and why", () => {
  const input = shipped("pddd", { simulation: { moveS: 10 } });
  const { moves, reversals } = replayDocument("code.csv", trace, input, replay(input));
  expect(moves[0]).toEqual({
    decided_s: 70,
    moved_s: 80,
    engine: "engine-3",
    from: "decode",
    to: "prefill",
    by: "reactive",
    reason: "improved",
    urgent: false,
    objective: 2.947569,
    objective_delta: 2.947569,
  });
  expect(reversals).toBe(0);
});
