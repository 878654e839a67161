import { clockTime } from "../../src/cli/format";
import { meaningOf } from "../../src/decision/reason-texts";
import { explain } from "../../src/index";
import type { RecordedDecision } from "../../src/replay";
import { amount } from "./amount";
import { RecordTable } from "./record-table";
import type { ViewRun } from "./run";
import { SplitScores } from "./split-scores";

interface DetailProps {
  readonly run: ViewRun;
  readonly index: number;
  /** null: none any more. */
  readonly onSelect: (index: number | null) => void;
}

/** One decision: in English, its gate, the scores of all splits, and the whole record. */
export function DecisionDetail({ run, index, onSelect }: DetailProps) {
  const { decisions } = run.data;
  const decision = decisions[index];
  if (!decision) return null;
  const { record, scores } = decision;
  const moves = decisions.map(isMove);
  return (
    <section class="panel detail" aria-label="The chosen decision">
      <header class="detail-head">
        <h2>
          <i class="mark" style={{ "--swatch": `var(--${record.result})`, "--share": 1 }} />
          {run.name && `Run ${run.name}: `}
          {record.result}, {record.reason}
          <span class="note">
            at {clockTime(record.at ?? 0)} · {index + 1} of {decisions.length}
          </span>
        </h2>
        <span class="buttons">
          <Step label="Previous move" to={moves.slice(0, index).lastIndexOf(true)} onSelect={onSelect} />
          <Step label="Previous" to={index - 1} onSelect={onSelect} />
          <Step label="Next" to={index + 1 < decisions.length ? index + 1 : -1} onSelect={onSelect} />
          <Step label="Next move" to={moves.indexOf(true, index + 1)} onSelect={onSelect} />
          <button type="button" onClick={() => onSelect(null)}>
            Close
          </button>
        </span>
      </header>
      <p class="explanation" aria-live="polite">
        {explain(record)}
      </p>
      <div class="detail-columns">
        <Facts record={record} />
        <SplitScores record={record} scores={scores} />
      </div>
      <details>
        <summary>Whole record</summary>
        <RecordTable record={record} />
      </details>
    </section>
  );
}

function Step({ label, to, onSelect }: { label: string; to: number; onSelect: (index: number) => void }) {
  return (
    <button type="button" disabled={to < 0} onClick={() => onSelect(to)}>
      {label}
    </button>
  );
}

function Facts({ record }: { readonly record: RecordedDecision["record"] }) {
  const { limit, reason, by, moves = [], confirmations, required_confirmations } = record;
  const facts: [name: string, value: string][] = [
    ["Reason", `${reason}: ${meaningOf(reason)}`],
    ["Decided by", by],
    ["Gate", limit?.gate ?? "none stood in the way"],
  ];
  if (limit) facts.push(["Value", amount(limit.value)], ["Threshold", amount(limit.threshold)]);
  if (limit && limit.clears_in_s !== null) facts.push(["Clears at the earliest in", `${amount(limit.clears_in_s)} s`]);
  if (confirmations !== undefined) facts.push(["Confirmations", `${confirmations} of ${required_confirmations}`]);
  for (const { engine, from, to } of moves) facts.push(["Move", `${engine}: ${from} to ${to}`]);
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function isMove({ record }: RecordedDecision): boolean {
  return record.result !== "held" && record.result !== "blocked";
}
