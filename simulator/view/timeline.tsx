import { useState } from "preact/hooks";
import { clockTime, counted } from "../../src/cli/format";
import { DecisionDetail } from "./decision-detail";
import { Lane } from "./lane";
import { LaneLegend } from "./lane-legend";
import { PANELS } from "./panels";
import { Plot } from "./plot";
import type { Selection, Span, ViewRun } from "./run";
import { TimeAxis } from "./time-axis";

interface TimelineProps {
  readonly runs: readonly ViewRun[];
  /** How long the trace lasts: the axis is that long from the start. */
  readonly spanS: number;
  readonly selection: Selection | null;
  readonly onSelect: (selection: Selection | null) => void;
}

/** All plots and the decisions of the runs, on one time axis. */
export function Timeline({ runs, spanS, selection, onSelect }: TimelineProps) {
  const [zoom, setZoom] = useState<Span | null>(null);
  const [hoverS, setHoverS] = useState<number | null>(null);
  const newestS = Math.max(...runs.map(({ data }) => data.samples.at(-1)?.timeS ?? 0));
  const all: Span = [0, Math.max(spanS, newestS, 1)];
  const span = zoom ?? all;
  const chosen = selection && runs[selection.run]?.data.decisions[selection.index];
  return (
    <section class="timeline" aria-label="Over time">
      <ZoomBar
        span={span}
        all={all}
        zoomed={zoom !== null}
        compared={runs.length > 1}
        hoverS={hoverS}
        onZoom={setZoom}
      />
      {PANELS.map((panel) => (
        <Plot
          key={panel.title}
          panel={panel}
          runs={runs}
          span={span}
          hoverS={hoverS}
          onZoom={(fromS, toS) => setZoom([Math.max(all[0], fromS), Math.min(all[1], toS)])}
          onHover={setHoverS}
        />
      ))}
      <div class="panel">
        <div class="panel-head">
          <strong>Decisions</strong>
          <span class="note">{lanesNote(runs)}</span>
          <LaneLegend runs={runs} />
        </div>
        {runs.map(({ name, data }, run) => (
          <Lane
            key={name}
            name={name}
            decisions={data.decisions}
            span={span}
            selected={selection?.run === run ? selection.index : null}
            onSelect={(index) => onSelect({ run, index })}
          />
        ))}
        <TimeAxis span={span} />
      </div>
      {selection && chosen && (
        <DecisionDetail
          run={runs[selection.run] as ViewRun}
          index={selection.index}
          onSelect={(index) => onSelect(index === null ? null : { ...selection, index })}
        />
      )}
    </section>
  );
}

function lanesNote(runs: readonly ViewRun[]): string {
  const counts = runs.map(({ name, data }) => `${name && `${name}: `}${counted(data.decisions.length, "decision")}`);
  return `${counts.join(", ")}; choose one to see why`;
}

interface ZoomBarProps {
  readonly span: Span;
  readonly all: Span;
  readonly zoomed: boolean;
  readonly compared: boolean;
  readonly hoverS: number | null;
  readonly onZoom: (span: Span | null) => void;
}

const LEAST_SPAN_S = 10;

function ZoomBar({ span, all, zoomed, compared, hoverS, onZoom }: ZoomBarProps) {
  const [fromS, toS] = span;
  const widthS = toS - fromS;
  const centred = (factor: number): Span => {
    const half = Math.min(all[1], Math.max(LEAST_SPAN_S, widthS * factor)) / 2;
    return within(all, (fromS + toS) / 2 - half, 2 * half);
  };
  const shown = (next: Span) => onZoom(next[1] - next[0] >= all[1] - all[0] ? null : next);
  return (
    <div class="zoom-bar">
      <span class="note">
        {clockTime(fromS)} to {clockTime(toS)}
        {hoverS !== null && `, at ${clockTime(hoverS)}`}
        {compared && " · A drawn in full, B dashed"}
        <span class="hint"> · drag over a plot to zoom</span>
      </span>
      <span class="buttons">
        <button type="button" disabled={!zoomed} onClick={() => shown(within(all, fromS - widthS / 2, widthS))}>
          Earlier
        </button>
        <button type="button" disabled={!zoomed} onClick={() => shown(within(all, fromS + widthS / 2, widthS))}>
          Later
        </button>
        <button type="button" onClick={() => shown(centred(0.5))}>
          Zoom in
        </button>
        <button type="button" disabled={!zoomed} onClick={() => shown(centred(2))}>
          Zoom out
        </button>
        <button type="button" disabled={!zoomed} onClick={() => onZoom(null)}>
          Whole run
        </button>
      </span>
    </div>
  );
}

function within([least, most]: Span, fromS: number, widthS: number): Span {
  const start = Math.max(least, Math.min(fromS, most - widthS));
  return [start, start + widthS];
}
