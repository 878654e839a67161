import { plot } from "asciichart";
import type { ReplayReport, ReplayRow } from "../replay";
import { clockTime, counted, figure, percent, percentileCells, whole } from "./format";
import { decisionsOf, movesMade } from "./print-decisions";
import { heading, type Subject } from "./print-heading";
import { section, table } from "./tables";

/** A replay as a person reads it. */
export function printReport(subject: Subject, report: ReplayReport): string {
  return [
    [...heading(subject), controlLine(subject, report)].join("\n"),
    promises(report),
    overTime(report.rows),
    decisionsOf(report),
    demandPlot(report.rows),
    history(report),
    splits(report),
  ].join("\n\n");
}

function controlLine({ input }: Subject, report: ReplayReport): string {
  const { prefill, decode } = report.state.fleet;
  if (report.control === "off") return "control off: the split stays";
  const mode = `control ${report.control}${input.urgent ? ", urgent path on" : ""}`;
  return `${mode}: ${movesMade(report)}, ${prefill} prefill + ${decode} decode at the end`;
}

function promises({ attainment, ttft, tpot, requests }: ReplayReport): string {
  const { total, ttftRatio, tpotRatio, bothRatio } = attainment;
  const ends = Object.entries(requests).filter(([, count]) => count > 0);
  const uncounted = ends.some(([end]) => NO_OUTCOMES.has(end)) ? " (rejected and cancelled ones do not count)" : "";
  return section(
    `Promises kept: TTFT ${percent(ttftRatio)}, TPOT ${percent(tpotRatio)}, both ${percent(bothRatio)} of ${counted(total, "request")}`,
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
    `${figure(row.prefillDemand)} / ${row.prefillEngines}${short(row, DECODE_GAPS)}`,
    figure(row.prefillLoad),
    `${figure(row.decodeDemand)} / ${row.decodeEngines}${short(row, PREFILL_GAPS)}`,
    figure(row.decodeLoad),
    whole(row.moves),
  ]);
  const head = ["until", "requests", "TTFT met", "TPOT met", "both", "prefill", "load", "decode", "load", "moves"];
  const gaps = [...new Set(rows.flatMap(({ demandGaps }) => demandGaps))];
  const note = gaps.length > 0 ? [`* at least: not all demand could be priced (${gaps.join(", ")})`] : [];
  return section(
    "Over time",
    "prefill, decode: engines that the demand needs / engines at the end; load: 1 is the SLO's limit",
    table(head, cells),
    ...note,
  );
}

/** Gaps in the price of one role only. */
const DECODE_GAPS = new Set(["output_unknown", "decode_domain"]);
const PREFILL_GAPS = new Set(["prefill_domain"]);

/** The mark of a demand that has gaps besides those of the other role. */
function short({ demandGaps }: ReplayRow, others: ReadonlySet<string>): string {
  return demandGaps.every((gap) => others.has(gap)) ? "" : " *";
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
    `Demand at the end: ${figure(demand.prefillEngines)} engines of prefill, ${figure(demand.decodeEngines)} of decode`,
    ...(demand.complete ? [] : [`incomplete: ${demand.gaps.join(", ")}`]),
    table(["window", "cells", "limit", "observations", "in overflow"], windows),
  );
}

function splits({ scores, state }: ReplayReport): string {
  const current = state.fleet.prefill;
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
    "Splits at the end (prefill + decode engines)",
    "a ratio above 1 misses the SLO, and the worst of the three counts",
    table(["split", "TTFT ratio", "TPOT ratio", "queue ratio", "worst"], rows),
    ...(scores.some(({ decodeProfileCovered }) => !decodeProfileCovered) ? [UNCOVERED] : []),
  );
}

const UNCOVERED = "∞: some of the work lies outside of what the profile was measured with";
