import type { ComparedRun, ComparisonReport } from "../replay";
import { figure, percent, points, whole } from "./format";
import { heading, type Subject } from "./print-heading";
import { section, table } from "./tables";

/** A comparison as a person reads it. */
export function printComparison(subject: Subject, report: ComparisonReport): string {
  return [heading(subject).join("\n"), runs(subject, report), verdict(report)].join("\n\n");
}

function runs({ input }: Subject, { fixed, controller, bestFixed }: ComparisonReport): string {
  const head = ["split", "TTFT", "TPOT", "both", "lost", "TTFT p50", "p95", "p99", "TPOT p50", "p95", "p99", "moves"];
  return section(
    `Every fixed split (prefill + decode engines), and the controller from ${splitOf(controller)}${input.urgent ? ", urgent path on" : ""}`,
    "TTFT, TPOT, both: requests that met it; lost: they did not complete; percentiles in seconds",
    table(head, [
      ...fixed.map((run) => cells(`${splitOf(run)}${run === bestFixed ? " best" : ""}`, run)),
      cells("controller", controller),
    ]),
  );
}

function cells(name: string, { attainment, requests, ttft, tpot, moves }: ComparedRun): string[] {
  return [
    name,
    percent(attainment.ttftRatio),
    percent(attainment.tpotRatio),
    percent(attainment.bothRatio),
    whole(attainment.total - requests.completed),
    ...[ttft, tpot].flatMap(({ p50S, p95S, p99S }) => [p50S, p95S, p99S].map(figure)),
    whole(moves),
  ];
}

/** How far the controller is from the best fixed split, and from the one that it began with: one sentence. */
function verdict(report: ComparisonReport): string {
  const { fixed, controller, bestFixed, distanceRatio } = report;
  if (distanceRatio === null) return "No request counted: there is nothing to compare.";
  if (isIdle(report)) return IDLE;
  const own = controller.attainment.bothRatio ?? 0;
  const start = fixed.find(({ prefill }) => prefill === controller.prefill) ?? bestFixed;
  const fromStart = distance(own - (start.attainment.bothRatio ?? 0));
  return [
    `The controller met both SLOs for ${percent(own)} of the requests: ${distance(distanceRatio, POINTS)}`,
    `the best fixed split, ${splitOf(bestFixed)}, ${start === bestFixed ? BEGAN : `and ${fromStart} ${splitOf(start)}, ${BEGAN}`}.`,
  ].join("\n");
}

/** Whether the load is so low that the split does not matter. */
function isIdle({ fixed, controller }: ComparisonReport): boolean {
  return [...fixed, controller].every(({ attainment }) => attainment.bothRatio === 1);
}

const IDLE = "Every split met both SLOs for all requests: this load tests nothing. Raise it with --load.";

const POINTS = " percentage points";
const BEGAN = "which it began with";

function distance(ratio: number, unit = ""): string {
  if (ratio === 0) return "as many as";
  return `${points(ratio)}${unit} ${ratio < 0 ? "less" : "more"} than`;
}

function splitOf({ prefill, decode }: ComparedRun): string {
  return `${prefill} + ${decode}`;
}
