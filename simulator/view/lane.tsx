import { useEffect, useRef, useState } from "preact/hooks";
import { clockTime } from "../../src/cli/format";
import type { RecordedDecision } from "../../src/replay";
import { onThemeChange, readColours } from "./colours";
import { decisionAt, drawLane } from "./lane-drawing";
import type { Span } from "./run";

interface LaneProps {
  /** Name of the run, empty if there is one only. */
  readonly name: string;
  readonly decisions: readonly RecordedDecision[];
  readonly span: Span;
  readonly selected: number | null;
  readonly onSelect: (index: number) => void;
}

/** How far a key moves in the list of decisions; Home and End go to its ends. */
const KEYS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The decisions of a run on the time axis. A click, or a key, chooses one. */
export function Lane({ name, decisions, span, selected, onSelect }: LaneProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawing, setDrawing] = useState(0);
  const again = () => setDrawing((count) => count + 1);

  useEffect(() => onThemeChange(again), []);
  useEffect(() => {
    const observer = new ResizeObserver(again);
    if (canvas.current) observer.observe(canvas.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (canvas.current) drawLane(canvas.current, decisions, span, selected, readColours());
  }, [decisions, span[0], span[1], selected, drawing]);

  const last = decisions.length - 1;
  const choose = (event: MouseEvent) => {
    const { left, width } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const secondsPerPx = (span[1] - span[0]) / width;
    const found = decisionAt(decisions, span[0] + (event.clientX - left) * secondsPerPx, secondsPerPx);
    if (found !== null) onSelect(found);
  };
  const move = (event: KeyboardEvent) => {
    const by = KEYS[event.key];
    if (by === undefined || last < 0) return;
    event.preventDefault();
    onSelect(Math.min(last, Math.max(0, (selected ?? (by > 0 ? -1 : last + 1)) + by)));
  };
  const label = `Decisions${name && ` of run ${name}`}`;
  return (
    <div class="lane">
      {name && <span class="lane-name">{name}</span>}
      <div
        class="lane-track"
        role="slider"
        tabIndex={0}
        aria-label={`${label}: choose one with the arrow keys`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, decisions.length)}
        aria-valuenow={selected === null ? 0 : selected + 1}
        aria-valuetext={valueText(decisions, selected)}
        onClick={choose}
        onKeyDown={move}
      >
        <canvas ref={canvas} />
      </div>
    </div>
  );
}

function valueText(decisions: readonly RecordedDecision[], selected: number | null): string {
  const decision = selected === null ? undefined : decisions[selected];
  if (!decision) return `none of ${decisions.length}`;
  const { at, result, reason } = decision.record;
  return `${(selected ?? 0) + 1} of ${decisions.length}, at ${clockTime(at ?? 0)}: ${result}, ${reason}`;
}
