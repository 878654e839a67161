import { figure } from "../../src/cli/format";
import type { RecordedDecision, RecordedScore } from "../../src/replay";

/** How every split of the engines would have done, as the decision saw it. */
export function SplitScores({ record, scores }: RecordedDecision) {
  if (scores.length === 0) return <p class="note">This decision was made before the splits were scored.</p>;
  const current = record.current_prefill ?? record.prefill;
  const widest = Math.max(1, ...scores.map(({ objective }) => objective ?? 0));
  return (
    <div class="table-scroll">
      <table class="scores">
        <caption>Scores of all splits: ratios to the SLO, above 1 it is missed; the worst of the three counts</caption>
        <thead>
          <tr>
            <th scope="col">Prefill + decode</th>
            <th scope="col">TTFT</th>
            <th scope="col">TPOT</th>
            <th scope="col">Queue</th>
            <th scope="col">Worst</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {scores.map((score) => (
            <tr key={score.prefill} class={score.prefill === current ? "current" : undefined}>
              <th scope="row">
                {score.prefill} + {score.decode}
                <RoleOf score={score} record={record} />
              </th>
              <td>{ratio(score.ttft_ratio)}</td>
              <td>{ratio(score.tpot_ratio)}</td>
              <td>{ratio(score.decode_queue_ratio)}</td>
              <td>{ratio(score.objective)}</td>
              <td class="bar" aria-hidden="true">
                <Bar ratio={score.objective ?? widest} widest={widest} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RoleOf({ score, record }: { readonly score: RecordedScore; readonly record: RecordedDecision["record"] }) {
  const { prefill, current_prefill = prefill } = record;
  if (score.prefill === current_prefill) return <small>{record.moves?.length ? "before" : "now"}</small>;
  return score.prefill === prefill ? <small>{record.moves?.length ? "after" : "looked at"}</small> : null;
}

/** A split that cannot serve has no ratio. */
function ratio(value: number | null): string {
  return value === null ? "∞" : figure(value);
}

/** How bad a split is, beside the limit. */
function Bar({ ratio, widest }: { readonly ratio: number; readonly widest: number }) {
  return (
    <span>
      <i class={ratio > 1 ? "over" : undefined} style={{ width: `${(100 * ratio) / widest}%` }} />
      <s style={{ left: `${100 / widest}%` }} />
    </span>
  );
}
