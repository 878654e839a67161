import type { ReplayReport } from "../replay";
import { counted, figure, percent, percentileCells, whole } from "./format";
import { decisionsOf, movesMade } from "./print-decisions";
import { heading, type Subject } from "./print-heading";
import { movesTable } from "./print-moves";
import { rowsOverTime } from "./print-rows";
import { section, table } from "./tables";

/** A replay as a person reads it. */
export function printReport(subject: Subject, report: ReplayReport): string {
  return [
    [...heading(subject), controlLine(subject, report)].join("\n"),
    sloShares(report),
    decisionsOf(report),
    ...movesTable(report.moves),
    rowsOverTime(report.rows),
    splits(report),
  ].join("\n\n");
}

function controlLine({ input }: Subject, report: ReplayReport): string {
  const { prefill, decode } = report.state.fleet;
  if (report.control === "off") return "control off: the split stays";
  const mode = `control ${report.control}${input.urgent ? ", urgent path on" : ""}`;
  return `${mode}: ${movesMade(report)}, ${prefill} prefill + ${decode} decode at the end`;
}

function sloShares({ attainment, ttft, tpot, requests }: ReplayReport): string {
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
    "Which split suits the work at the end (prefill + decode engines)",
    "a ratio above 1 misses the SLO, and the worst of the three counts",
    table(["split", "TTFT ratio", "TPOT ratio", "queue ratio", "worst"], rows),
    ...(scores.some(({ decodeProfileCovered }) => !decodeProfileCovered) ? [UNCOVERED] : []),
  );
}

const UNCOVERED = "∞: some of the work lies outside of what the profile was measured with";
