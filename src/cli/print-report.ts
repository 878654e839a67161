import { plot } from "asciichart";
import type { ReplayInput, ReplayReport, ReplayRow, Trace } from "../replay";
import { clockTime, figure, percent, percentileCells, whole } from "./format";
import { section, table } from "./tables";

/** What a report tells of. */
export interface Replayed {
  readonly file: string;
  readonly trace: Trace;
  readonly input: ReplayInput;
  readonly report: ReplayReport;
}

/** A replay as a person reads it. */
export function printReport(replayed: Replayed): string {
  const { report, input } = replayed;
  return [
    heading(replayed),
    promises(report),
    overTime(report.rows),
    demandPlot(report.rows),
    history(report),
    splits(report, input),
  ].join("\n\n");
}

function heading({ file, trace, input }: Replayed): string {
  const { config, engines, simulation } = input;
  const prefill = engines.filter(({ role }) => role === "prefill").length;
  const spanS = trace.requests.at(-1)?.atS ?? 0;
  const speed = simulation?.speed ?? 1;
  const lines = [
    `${file}: ${whole(trace.requests.length)} requests in ${clockTime(spanS / speed)} (load x${speed}, seed ${simulation?.seed ?? 1})`,
    `${engines.length} engines: ${prefill} prefill + ${engines.length - prefill} decode; promised: TTFT <= ${config.ttftSloS} s, TPOT <= ${config.tpotSloS} s`,
  ];
  if (trace.skippedRows > 0) lines.push(skipped(trace));
  return lines.join("\n");
}

function skipped({ skippedRows, firstSkipped }: Trace): string {
  const rows = skippedRows === 1 ? "1 malformed row was" : `${whole(skippedRows)} malformed rows were`;
  return `${rows} left out, the first: ${firstSkipped[0]?.message}`;
}

function promises({ attainment, ttft, tpot, requests }: ReplayReport): string {
  const { total, ttftMet, tpotMet, bothMet } = attainment;
  const ratio = (met: number) => percent(total > 0 ? met / total : null);
  const ends = Object.entries(requests).filter(([, count]) => count > 0);
  const uncounted = ends.some(([end]) => NO_OUTCOMES.has(end)) ? " (rejected and cancelled ones do not count)" : "";
  return section(
    `Promises kept: TTFT ${ratio(ttftMet)}, TPOT ${ratio(tpotMet)}, both ${ratio(bothMet)} of ${whole(total)} requests`,
    table(
      ["seconds", "mean", "p50", "p90", "p95", "p99", "max"],
      [
        ["TTFT", ...percentileCells(ttft)],
        ["TPOT", ...percentileCells(tpot)],
      ],
    ),
    `ended: ${ends.map(([end, count]) => `${whole(count)} ${end}`).join(", ")}${uncounted}`,
  );
}

const NO_OUTCOMES = new Set(["rejected", "cancelled"]);

function overTime(rows: readonly ReplayRow[]): string {
  const cells = rows.map((row) => [
    clockTime(row.toS),
    whole(row.attainment.total),
    percent(row.attainment.ttftRatio),
    percent(row.attainment.tpotRatio),
    percent(row.attainment.bothRatio),
    `${figure(row.prefillDemand)} / ${row.prefillEngines}`,
    `${figure(row.decodeDemand)} / ${row.decodeEngines}${row.demandComplete ? "" : " *"}`,
    figure(row.prefillLoad),
    figure(row.decodeLoad),
  ]);
  const head = [
    "until",
    "requests",
    "TTFT met",
    "TPOT met",
    "both",
    "prefill",
    "decode",
    "prefill load",
    "decode load",
  ];
  const note = rows.some((row) => !row.demandComplete) ? ["* at least: not all demand could be priced"] : [];
  return section(
    "Over time (prefill, decode: engines that the demand needs / engines there are; load 1: the SLO's limit)",
    table(head, cells),
    ...note,
  );
}

/** How much of each role the demand needs, one plot a role. */
function demandPlot(rows: readonly ReplayRow[]): string {
  if (rows.length < 2) return "Demand in engines: too short a run to plot";
  const width = Math.max(1, Math.floor(72 / rows.length));
  const line = (demand: (row: ReplayRow) => number) =>
    plot(
      rows.flatMap((row) => Array<number>(width).fill(demand(row))),
      { height: 6 },
    );
  return section(
    `Demand in engines from 0:00 to ${clockTime(rows.at(-1)?.toS ?? 0)}`,
    "prefill",
    line((row) => row.prefillDemand),
    "decode",
    line((row) => row.decodeDemand),
  );
}

function history({ state, demand }: ReplayReport): string {
  const windows = Object.entries(state.demand_history).map(([name, window]) => [
    name,
    whole(window.cells ?? 0),
    whole(window.cell_limit ?? 0),
    whole(window.observations ?? 0),
    whole(window.overflow_observations ?? 0),
  ]);
  return section(
    `Demand at the end: ${figure(demand.prefillEngines)} engines of prefill, ${figure(demand.decodeEngines)} of decode` +
      (demand.complete ? "" : ` (incomplete: ${demand.gaps.join(", ")})`),
    table(["window", "cells", "limit", "observations", "in overflow"], windows),
  );
}

function splits({ scores }: ReplayReport, { engines }: ReplayInput): string {
  const current = engines.filter(({ role }) => role === "prefill").length;
  const least = Math.min(...scores.map(({ objective }) => objective));
  const best = scores.find(({ objective }) => objective === least && objective < Number.POSITIVE_INFINITY);
  const rows = scores.map((score) => [
    `${score.prefill} + ${score.decode}${score.prefill === current ? " (now)" : ""}`,
    figure(score.ttftRatio),
    figure(score.tpotRatio),
    figure(score.decodeQueueRatio),
    `${figure(score.objective)}${score === best ? " best" : ""}`,
  ]);
  return section(
    "Splits at the end (prefill + decode engines; a ratio above 1 misses the SLO, and the worst of the three counts)",
    table(["split", "TTFT ratio", "TPOT ratio", "queue ratio", "worst"], rows),
    ...(scores.some(({ decodeProfileCovered }) => !decodeProfileCovered) ? [UNCOVERED] : []),
  );
}

const UNCOVERED = "∞: some of the work lies outside of what the profile was measured with";
