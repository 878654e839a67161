import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Digests } from "../view/digests";
import { ProfilesNote } from "../view/profiles-note";
import type { Selection } from "../view/run";
import { Summary } from "../view/summary";
import { Timeline } from "../view/timeline";
import { refusalOf, runInputOf } from "./inputs";
import { linkOf, stateOf, unreadFields } from "./link";
import type { LocalFile } from "./local-file";
import type { PageState } from "./settings";
import { SettingsForm } from "./settings-form";
import { Toolbar } from "./toolbar";
import { SHIPPED_TRACES } from "./traces";
import { useSimulation } from "./use-simulation";
import { WorkloadForm } from "./workload-form";

/** The page. Its state is in the address, so that a link makes the same run again. */
export function App() {
  const [page, setPage] = useState(() => stateOf(location.hash.slice(1)));
  const [file, setFile] = useState<LocalFile | null>(null);
  const [side, setSide] = useState<"a" | "b">("a");
  /** The settings that the runs on show were made with. */
  const [ranWith, setRanWith] = useState<string | null>(null);
  /** Fields of the link that were not understood. */
  const [unread, setUnread] = useState<readonly string[]>([]);
  const simulation = useSimulation();
  const { state } = simulation;

  /** Settings that have not run yet are not in the address: it is that of the run on show. */
  const change = (next: PageState) => {
    setPage(next);
    if (inputsKey(next) === ranWith) history.replaceState(null, "", `#${linkOf(next)}`);
  };
  /** Each run of other settings is an entry of the history: Back shows the run before. */
  const run = (next: PageState, local: LocalFile | null, { paused = false, opened = false } = {}) => {
    setPage(next);
    const other = ranWith !== null && inputsKey(next) !== ranWith && !opened;
    history[other ? "pushState" : "replaceState"](null, "", `#${linkOf(next)}`);
    setRanWith(inputsKey(next));
    const trace = sourceOf(next, local);
    if (typeof trace === "string") return simulation.refuse(trace);
    const sides = next.b ? [next.a, next.b] : [next.a];
    for (const [index, settings] of sides.entries()) {
      const refusal = refusalOf(settings, next.workload);
      if (refusal) return simulation.refuse(`${next.b ? `Settings ${"AB"[index]}: ` : ""}${refusal.message}`);
    }
    const inputs = sides.map((settings) => runInputOf(settings, next.workload));
    simulation.start({ ...trace, inputs, pace: next.pace, paused });
  };

  const latest = useRef({ file, run });
  latest.current = { file, run };
  useEffect(() => {
    const open = () => {
      setUnread(unreadFields(location.hash.slice(1)));
      latest.current.run(stateOf(location.hash.slice(1)), latest.current.file, { opened: true });
    };
    open();
    addEventListener("hashchange", open);
    return () => removeEventListener("hashchange", open);
  }, []);

  const active = page.b ? side : "a";
  return (
    <div class="page">
      <header class="top">
        <h1>
          narwhal-slo <span>simulator</span>
        </h1>
        <p class="note">
          A fleet that separates prefill from decode, and the controller that gives its engines their roles.
        </p>
      </header>
      <Settings onRun={() => run({ ...page, decision: "" }, file)}>
        <WorkloadForm
          workload={page.workload}
          file={file}
          onChange={(workload) => change({ ...page, workload })}
          onChoose={(workload) => run({ ...page, workload, decision: "" }, file)}
          onFile={(local) => {
            setFile(local);
            const chosen = { name: local.name, digest: local.digest };
            run({ ...page, workload: { ...page.workload, trace: "file", file: chosen }, decision: "" }, local);
          }}
        />
        <SettingsForm
          page={page}
          side={active}
          refusal={refusalOf(page[active] ?? {}, page.workload)}
          onSide={setSide}
          onChange={change}
        />
      </Settings>
      <main class="results">
        <Toolbar
          page={page}
          simulation={simulation}
          changed={inputsKey(page) !== ranWith}
          onRun={() => run({ ...page, decision: "" }, file)}
          onHold={() => run({ ...page, decision: "" }, file, { paused: true })}
          onPace={(pace) => {
            change({ ...page, pace });
            simulation.setPace(pace);
          }}
        />
        <Unread fields={unread} />
        {state.phase === "failed" && (
          <p class="failure" role="alert">
            {state.message}
          </p>
        )}
        {state.runs.length > 0 && (
          <div class={state.phase === "failed" ? "results-before" : undefined}>
            <ProfilesNote runs={state.runs} />
            <Summary runs={state.runs} />
            <Timeline
              runs={state.runs}
              spanS={state.spanS}
              selection={selectionOf(page.decision, state.runs.length)}
              onSelect={(selection) => change({ ...page, decision: decisionOf(selection) })}
            />
            <Digests runs={state.runs} />
          </div>
        )}
      </main>
    </div>
  );
}

/** Says what of a link was not understood. */
function Unread({ fields }: { readonly fields: readonly string[] }) {
  if (fields.length === 0) return null;
  return (
    <p class="note" role="status">
      Not understood in this link, and left at their defaults: {fields.join(", ")}
    </p>
  );
}

interface SettingsProps {
  readonly onRun: () => void;
  readonly children: ComponentChildren;
}

const NARROW = matchMedia("(max-width: 60rem)");

function Settings({ onRun, children }: SettingsProps) {
  const [open, setOpen] = useState(!NARROW.matches);
  // A wide page has nothing to open them with.
  useEffect(() => {
    const widened = () => setOpen((before) => before || !NARROW.matches);
    NARROW.addEventListener("change", widened);
    return () => NARROW.removeEventListener("change", widened);
  }, []);
  return (
    <aside class="settings">
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Workload and settings</summary>
        <form
          class="settings-body"
          aria-label="Workload and settings"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            onRun();
          }}
        >
          {children}
        </form>
      </details>
    </aside>
  );
}

/** The part of the link that makes a run: all but what only concerns the view. */
function inputsKey(page: PageState): string {
  return linkOf({ ...page, pace: "max", decision: "" });
}

/** The trace that is chosen, or why there is none. */
function sourceOf({ workload }: PageState, local: LocalFile | null) {
  const shipped = SHIPPED_TRACES.find(({ id }) => id === workload.trace);
  if (shipped) return { file: shipped.file, source: { url: shipped.url } };
  if (workload.trace !== "file") return `There is no trace ${workload.trace} here: choose another one.`;
  if (local && (!workload.file || local.digest === workload.file.digest)) {
    return { file: local.name, source: { blob: local.blob } };
  }
  return `This link is of a run of ${workload.file?.name ?? "a file"}: choose that file to see it again.`;
}

function selectionOf(decision: string, runs: number): Selection | null {
  const run = decision.startsWith("B") ? 1 : 0;
  return decision === "" || run >= runs ? null : { run, index: Number(decision.slice(1)) - 1 };
}

function decisionOf(selection: Selection | null): string {
  return selection === null ? "" : `${"AB"[selection.run]}${selection.index + 1}`;
}
