import { figure, percent, whole } from "../../src/cli/format";
import type { ComparisonDocument } from "../../src/replay";

type Row = ComparisonDocument["controller"];

const HEAD = ["TTFT met", "TPOT met", "both", "lost", "TTFT p50", "p95", "p99", "TPOT p50", "p95", "p99", "moves"];

/** Every fixed split, and the controller. */
export function ComparisonTable({ document }: { readonly document: ComparisonDocument }) {
  const { fixed, controller, best_fixed } = document;
  return (
    <section class="panel comparison" aria-label="Comparison">
      <h2>
        Every fixed split, and the controller <span class="note">percentiles in seconds; lost: not completed</span>
      </h2>
      <div class="table-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Prefill + decode</th>
              {HEAD.map((name, index) => (
                <th key={index} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {fixed.map((run) => (
              <RunRow
                key={run.prefill}
                run={run}
                name={splitOf(run)}
                note={run.prefill === best_fixed.prefill ? "best fixed" : ""}
              />
            ))}
            <RunRow run={controller} name="controller" note={`from ${splitOf(controller)}`} />
          </tbody>
        </table>
      </div>
    </section>
  );
}

function RunRow({ run, name, note }: { readonly run: Row; readonly name: string; readonly note: string }) {
  const { attainment, requests, ttft, tpot, moves } = run;
  const cells = [
    percent(attainment.ttft_ratio),
    percent(attainment.tpot_ratio),
    percent(attainment.both_ratio),
    whole((attainment.total ?? 0) - (requests.completed ?? 0)),
    ...[ttft, tpot].flatMap(({ p50_s, p95_s, p99_s }) => [p50_s, p95_s, p99_s].map(figure)),
    whole(moves ?? 0),
  ];
  return (
    <tr class={note === "" ? undefined : "current"}>
      <th scope="row">
        {name}
        {note && <small>{note}</small>}
      </th>
      {cells.map((cell, index) => (
        <td key={index}>{cell}</td>
      ))}
    </tr>
  );
}

function splitOf({ prefill, decode }: Row): string {
  return `${prefill} + ${decode}`;
}
