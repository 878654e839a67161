import { clockTime, figure, percent, points, whole } from "../../src/cli/format";
import type { ReplayDocument } from "../../src/replay";
import type { ViewRun } from "./run";

interface Measure {
  readonly label: string;
  readonly value: (document: ReplayDocument) => number | null;
  readonly format: (value: number | null) => string;
  /** A sentence on what the value leaves out; nothing: it leaves nothing out. */
  readonly remark?: (document: ReplayDocument) => string;
  /** The size of a difference; nothing: differences say nothing. */
  readonly difference?: (value: number) => string;
}

const seconds = (value: number | null) => (value === null ? "-" : `${figure(value)} s`);
const percentagePoints = (value: number) => `${points(value)} points`;

/** Measures of a run. A new measure is a new row. */
const MEASURES: readonly Measure[] = [
  {
    label: "Both SLOs met",
    value: ({ attainment }) => attainment.both_ratio,
    format: percent,
    difference: percentagePoints,
  },
  {
    label: "TTFT met",
    value: ({ attainment }) => attainment.ttft_ratio,
    format: percent,
    difference: percentagePoints,
  },
  {
    label: "TPOT met",
    value: ({ attainment }) => attainment.tpot_ratio,
    format: percent,
    difference: percentagePoints,
  },
  { label: "TTFT p95", value: ({ ttft }) => ttft.p95_s, format: seconds, difference: seconds },
  { label: "TPOT p95", value: ({ tpot }) => tpot.p95_s, format: seconds, difference: seconds },
  {
    label: "Completed",
    value: ({ requests }) => requests.completed,
    format: (value) => whole(value ?? 0),
    remark: lostOf,
    difference: whole,
  },
  { label: "Role moves", value: ({ moves }) => moves.length, format: (value) => whole(value ?? 0), difference: whole },
  { label: "Ended at", value: ({ time_s }) => time_s, format: (value) => clockTime(value ?? 0) },
];

/** Results of the runs, and how B differs from A. */
export function Summary({ runs }: { readonly runs: readonly ViewRun[] }) {
  return (
    <section class="summary" aria-label="Results">
      <dl class="tiles">
        {MEASURES.map((measure) => (
          <div key={measure.label} class="tile">
            <dt>{measure.label}</dt>
            {runs.map(({ name, document }) => (
              <dd key={name}>
                {name && <small>{name}</small>}
                {document ? measure.format(measure.value(document)) : "–"}
                {document && <Remark text={measure.remark?.(document) ?? ""} />}
              </dd>
            ))}
            <Difference measure={measure} runs={runs} />
          </div>
        ))}
      </dl>
    </section>
  );
}

function Remark({ text }: { readonly text: string }) {
  return text === "" ? null : <small class="lost">{text}</small>;
}

/** Requests that did not complete, by how they ended. */
function lostOf({ requests, trace }: ReplayDocument): string {
  const lost = Object.entries(requests).filter(([end, count]) => end !== "completed" && count > 0);
  if (lost.length === 0) return "";
  return `of ${whole(trace.requests)}; ${lost.map(([end, count]) => `${whole(count)} ${end}`).join(", ")}`;
}

function Difference({ measure, runs }: { readonly measure: Measure; readonly runs: readonly ViewRun[] }) {
  const [a, b] = runs.map(({ document }) => (document ? measure.value(document) : null));
  if (!measure.difference || a === undefined || b === undefined || a === null || b === null) return null;
  const text = a === b ? "the same" : `B ${measure.difference(Math.abs(b - a))} ${b > a ? "more" : "less"}`;
  return <dd class="difference">{text}</dd>;
}
