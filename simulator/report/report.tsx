import { useMemo, useState } from "preact/hooks";
import type { ReportData } from "../../src/cli/html-report";
import { ComparisonTable } from "../view/comparison";
import { Digests } from "../view/digests";
import type { Selection, ViewRun } from "../view/run";
import { Summary } from "../view/summary";
import { Timeline } from "../view/timeline";

/** A replay and its comparison, as a page to look at. */
export function Report({ data }: { readonly data: ReportData }) {
  const { document, digest, recording, comparison } = data;
  const [title = "", ...lines] = data.heading;
  const [selection, setSelection] = useState<Selection | null>(null);
  const runs = useMemo(
    (): ViewRun[] => [{ name: "", data: recording, document, digest }],
    [recording, document, digest],
  );
  const spanS = (document.trace.span_s ?? 0) / (document.simulation.speed ?? 1);
  return (
    <main class="report">
      <header>
        <h1>{title}</h1>
        {lines.map((line) => (
          <p key={line} class="note">
            {line}
          </p>
        ))}
        <p class="note">control {document.control}</p>
      </header>
      <Summary runs={runs} />
      <ComparisonTable document={comparison} />
      <Timeline runs={runs} spanS={spanS} selection={selection} onSelect={setSelection} />
      <Digests runs={runs} />
    </main>
  );
}
