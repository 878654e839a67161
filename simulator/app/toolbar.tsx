import { useState } from "preact/hooks";
import { clockTime, counted } from "../../src/cli/format";
import { linkOf } from "./link";
import { PACES, type Pace, type PageState } from "./settings";
import type { SimulationState, useSimulation } from "./use-simulation";

interface ToolbarProps {
  readonly page: PageState;
  readonly simulation: ReturnType<typeof useSimulation>;
  /** Whether settings have changed since the run on show began. */
  readonly changed: boolean;
  readonly onRun: () => void;
  /** Make the run ready, and wait. */
  readonly onHold: () => void;
  readonly onPace: (pace: Pace) => void;
}

/** Run, pause, step; the pace; how far it is. */
export function Toolbar({ page, simulation, changed, onRun, onHold, onPace }: ToolbarProps) {
  const { state } = simulation;
  const { phase } = state;
  const under = phase === "running" || phase === "paused";
  return (
    <div class="toolbar">
      <div class="buttons">
        <button type="button" class="primary" onClick={onRun}>
          {changed ? "Run with these settings" : "Restart"}
        </button>
        {phase === "paused" ? (
          <button type="button" onClick={simulation.resume}>
            Resume
          </button>
        ) : (
          <button type="button" disabled={phase !== "running"} onClick={simulation.pause}>
            Pause
          </button>
        )}
        <button type="button" disabled={phase === "loading"} onClick={under ? simulation.step : onHold}>
          Step
        </button>
        <label class="pace">
          <span>Pace</span>
          <select value={String(page.pace)} onChange={({ currentTarget }) => onPace(paceOf(currentTarget.value))}>
            {PACES.map(([pace, label]) => (
              <option key={pace} value={String(pace)}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <CopyLink page={page} />
      </div>
      <div class="progress">
        <progress aria-label="Requests that have ended" value={state.progress} max={1} />
        <output class="note">{statusOf(state)}</output>
      </div>
    </div>
  );
}

function paceOf(text: string): Pace {
  return text === "max" ? "max" : Number(text);
}

function statusOf({ phase, timeS, spanS, requests, wallS }: SimulationState): string {
  const place = `${clockTime(timeS)} of ${clockTime(Math.max(spanS, timeS))}`;
  switch (phase) {
    case "idle":
      return "";
    case "loading":
      return "Reading the trace";
    case "running":
      return `Running: ${place}`;
    case "paused":
      return `Paused at ${place}`;
    case "failed":
      return "Failed";
    case "ended":
      return `${counted(requests, "request")}, ${clockTime(timeS)} simulated in ${wallS?.toFixed(2)} s`;
  }
}

interface CopyLinkProps {
  readonly page: PageState;
}

/** Copies the link. Where a page may not (plain HTTP, a refused permission), it shows the link to be copied by hand. */
function CopyLink({ page }: CopyLinkProps) {
  const [copied, setCopied] = useState(false);
  const [shown, setShown] = useState<string | null>(null);
  const copy = async () => {
    const link = `${location.href.split("#")[0]}#${linkOf(page)}`;
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
      setTimeout(() => setCopied(false), 2000);
    } catch {
      setShown(link);
    }
  };
  return (
    <>
      <button type="button" onClick={() => void copy()} title="The link makes the same run again">
        <span aria-live="polite">{copied ? "Copied" : "Copy link"}</span>
      </button>
      {shown !== null && (
        <input
          aria-label="Link to copy"
          readOnly
          value={shown}
          ref={(input) => input?.select()}
          onBlur={() => setShown(null)}
        />
      )}
    </>
  );
}
