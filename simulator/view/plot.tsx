import { useEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import { onThemeChange, readColours } from "./colours";
import type { Panel } from "./panels";
import { plotData, plotOptions } from "./plot-options";
import type { Span, ViewRun } from "./run";

interface PlotProps {
  readonly panel: Panel;
  readonly runs: readonly ViewRun[];
  /** The part of the time axis in sight. */
  readonly span: Span;
  readonly hoverS: number | null;
  readonly onZoom: (fromS: number, toS: number) => void;
  readonly onHover: (timeS: number | null) => void;
}

const HEIGHT = 96;

/** One panel: its title, the values at the pointer (else the newest ones), and the plot. */
export function Plot({ panel, runs, span, hoverS, onZoom, onHover }: PlotProps) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const [theme, setTheme] = useState(0);
  const events = useRef({ onZoom, onHover });
  events.current = { onZoom, onHover };

  useEffect(() => onThemeChange(() => setTheme((count) => count + 1)), []);

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const options = plotOptions(panel, runs.length, readColours(), {
      onZoom: (fromS, toS) => events.current.onZoom(fromS, toS),
      onHover: (timeS) => events.current.onHover(timeS),
    });
    const made = new uPlot({ ...options, width: element.clientWidth, height: HEIGHT }, [[]], element);
    plot.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, [panel, runs.length, theme]);

  useEffect(() => {
    plot.current?.batch(() => {
      plot.current?.setData(plotData(panel, runs), false);
      plot.current?.setScale("x", { min: span[0], max: span[1] });
    });
  }, [panel, runs, span[0], span[1], theme]);

  return (
    <figure class="panel">
      <figcaption class="panel-head">
        <strong>{panel.title}</strong>
        <span class="note">{panel.note(runs[0]?.data.lookBackS ?? 0)}</span>
        <Legend panel={panel} runs={runs} hoverS={hoverS} />
      </figcaption>
      <div ref={host} class="plot" role="img" aria-label={describe(panel, runs)} />
      <Remarks panel={panel} runs={runs} />
    </figure>
  );
}

function Legend({ panel, runs, hoverS }: Pick<PlotProps, "panel" | "runs" | "hoverS">) {
  return (
    <span class="legend">
      {panel.series.map(({ label, colour, kind, value }) => (
        <span key={label} class="legend-item">
          <i class={`swatch ${kind}`} style={{ "--swatch": `var(--${colour})` }} />
          {label}
          {runs.map((run) => {
            const sample = sampleAt(run, hoverS);
            return (
              <b key={run.name} title={run.name && `run ${run.name}`}>
                {run.name && <small>{run.name}</small>}
                {sample ? panel.format(value(sample)) : "-"}
              </b>
            );
          })}
        </span>
      ))}
    </span>
  );
}

function Remarks({ panel: { remark }, runs }: Pick<PlotProps, "panel" | "runs">) {
  const remarks = runs.map(({ name, data }) => [name, remark?.(data.samples) ?? ""] as const);
  return (
    <>
      {remarks.map(([name, text]) =>
        text === "" ? null : (
          <p key={name} class="note remark">
            {name && `Run ${name}: `}
            {text}
          </p>
        ),
      )}
    </>
  );
}

function sampleAt({ data: { samples, sampleS } }: ViewRun, timeS: number | null) {
  if (timeS === null) return samples.at(-1);
  return samples[Math.min(samples.length - 1, Math.max(0, Math.round(timeS / sampleS) - 1))];
}

/** A plot in words: the range of each line. */
function describe({ title, series, format }: Panel, runs: readonly ViewRun[]): string {
  const lines = runs.flatMap(({ name, data }) =>
    series.map(({ label, value }) => {
      const values = data.samples.map(value).filter((number) => number !== null);
      const range = values.length === 0 ? "no values" : `${format(least(values))} to ${format(most(values))}`;
      return `${name ? `run ${name}, ` : ""}${label}: ${range}`;
    }),
  );
  return `${title}. ${lines.join("; ")}`;
}

function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b));
}

function most(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b));
}
