import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { heldOutRuns, runErrors } from "../../tools/validation/check-runs";
import { jsonReport } from "../../tools/validation/json-report";
import { DATA, readFit } from "../../tools/validation/shipped-fit";
import { TableError } from "../../tools/validation/table";
import { textReport } from "../../tools/validation/text-report";
import { type Validation, validate } from "../../tools/validation/validate";

let whole: Validation;
// biome-ignore lint/suspicious/noExplicitAny: the report as a reader has it
let report: any;

beforeAll(() => {
  whole = validate(Object.values(DATA), readFit());
  report = JSON.parse(jsonReport(whole));
});

/** The lines of a shipped file, and a place for another one. */
const linesOf = (file: string) => readFileSync(file, "utf8").trim().split(/\r?\n/);
const fileOf = (lines: readonly string[], end = "\n") => {
  const file = join(mkdtempSync(join(tmpdir(), "narwhal-validation-")), "other.csv");
  writeFileSync(file, lines.join(end) + end);
  return file;
};
const reportOf = (file: string) => JSON.parse(jsonReport(validate([file], readFit())));

describe("the shipped numbers", () => {
  test("keep the bars, over all and in each placement", () => {
    for (const errors of [report, ...Object.values(report.placements)]) {
      expect(errors.tpot_mape_median).toBeLessThanOrEqual(0.03);
      expect(errors.throughput_mape_median).toBeLessThanOrEqual(0.05);
      expect(errors.ttft_warm_mape_median).toBeLessThanOrEqual(0.15);
    }
    expect(report.rank_tau).toBeGreaterThanOrEqual(0.8);
    expect(Object.keys(report.placements).sort()).toEqual(["1P1D", "1P2D", "1P3D", "2P1D", "3P1D"]);
  });

  test("come out as the page says", () => {
    const { tpot_mape_median, throughput_mape_median, ttft_warm_mape_median, rank_tau } = report;
    const figures = [tpot_mape_median, throughput_mape_median, ttft_warm_mape_median, rank_tau];
    expect(figures.map((figure) => figure.toFixed(3))).toEqual(["0.017", "0.013", "0.079", "1.000"]);
    expect([report.n_tpot_mape, report.n_throughput_mape, report.n_ttft_warm_mape, report.n_rank_tau]).toEqual([
      29, 29, 15, 8,
    ]);
    expect([report.tpot_mape, report.throughput_mape, report.ttft_warm_mape].map((mean) => mean.toFixed(3))).toEqual([
      "0.023",
      "0.137",
      "0.159",
    ]);
  });

  test("every row is there: runs, results, links, switches", () => {
    expect(report.runs).toHaveLength(52);
    expect(report.runs.filter((run: { colocated: boolean }) => run.colocated)).toHaveLength(10);
    expect(report.runs.filter((run: { fitted: boolean }) => run.fitted)).toHaveLength(13);
    expect(report.results).toHaveLength(354);
    expect(report.links.map((link: { transfer_mape_median: number }) => link.transfer_mape_median < 0.06)).toEqual([
      true,
      true,
    ]);
    expect(report.switches.map((of: { error: number }) => of.error.toFixed(2))).toEqual(["0.01", "0.00", "0.63"]);
  });

  test("the text has the sums, the misses first, and what was left out", () => {
    const lines = textReport(whole).split("\n");
    const first = lines.findIndex((line) => line.startsWith("Every run"));
    expect(lines[first + 2]).toMatch(/^ +ratio_characterization 1P3D 1024 x64 @10 .*-99\.0%$/);
    expect(lines.join("\n")).toContain("13 runs that the model comes from, 10 of one mixed engine (0/0)");
    expect(lines.join("\n")).toContain("Kendall's tau of throughput per GPU: 1.00 over 8 pairs");
  });
});

describe("other files of the same columns", () => {
  test("rows of a part, turned round and with line ends of Windows, are predicted as in the whole", () => {
    const [header = "", ...rows] = linesOf(DATA.runs);
    const turn = (line: string) => line.split(",").reverse().join(",");
    const some = rows.filter((row) => row.startsWith("ratio_characterization,2,1"));
    const { runs } = validate([fileOf([header, ...some].map(turn), "\r\n")], readFit());
    expect(runs).toEqual(
      whole.runs.filter(({ run, placement }) => run.experiment.startsWith("ratio") && placement === "2P1D"),
    );
    expect(runErrors(heldOutRuns(runs)).tpot.n).toBe(6);
  });

  test("nothing to compare is null, not NaN", () => {
    const [header = "", first = ""] = linesOf(DATA.runs);
    expect(reportOf(fileOf([header, first]))).toMatchObject({
      tpot_mape: null,
      tpot_mape_median: null,
      n_tpot_mape: 0,
      rank_tau: null,
      n_rank_tau: 0,
    });
    expect(reportOf(fileOf([header])).n_throughput_mape).toBe(0);
  });

  test("results of a known system are predicted with the shipped fit, and those that were fitted do not count", () => {
    const [header = "", ...rows] = linesOf(DATA.results);
    const changed = rows.map((row) => row.replace(/,[^,]*$/, ",1000"));
    expect(validate([fileOf([header, ...rows])], readFit()).results).toEqual(whole.results);
    expect(validate([fileOf([header, ...changed])], readFit()).results.every(({ fitted }) => !fitted)).toBe(true);
  });

  test("results of an unknown system are fitted on their halves; a group of one row has nothing to predict", () => {
    const [header = "", ...rows] = linesOf(DATA.results);
    const unknown = rows
      .filter((row) => row.startsWith("mi355x,mori-sglang,dsr1,fp8,none"))
      .map((row) => row.replace("dsr1", "other"));
    const { results } = validate([fileOf([header, ...unknown])], readFit());
    const fitted = results.filter((result) => result.fitted);
    expect(fitted.length).toBeGreaterThan(0);
    expect(fitted.length).toBeLessThan(unknown.length);
    const one = validate([fileOf([header, unknown[0] ?? ""])], readFit()).results;
    expect(one.map((result) => result.fitted)).toEqual([true]);
  });

  test("a result without engines of one role is left out, and counted", () => {
    const [header = "", first = ""] = linesOf(DATA.results);
    const place = header.split(",").indexOf("num_prefill_gpu");
    const without = first.split(",").map((value, index) => (index === place ? "0" : value));
    expect(reportOf(fileOf([header, without.join(",")])).published_results.left_out_colocated).toBe(1);
  });

  test("a file without a known column is refused", () => {
    const file = fileOf(["a,b", "1,2"]);
    expect(() => validate([file], readFit())).toThrow(TableError);
    expect(() => validate([file], readFit())).toThrow("column a is unknown; a file must have one of prefill_engines, ");
  });
});
