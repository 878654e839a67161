import { clockTime } from "../../src/cli/format";
import type { Span } from "./run";

const STEPS_S = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 43200, 86400];

const MOST_LABELS = 10;

/** The labels of the shared time axis. */
export function TimeAxis({ span }: { readonly span: Span }) {
  const [fromS, toS] = span;
  const stepS = STEPS_S.find((step) => (toS - fromS) / step <= MOST_LABELS) ?? 86400;
  const first = Math.ceil(fromS / stepS);
  const count = Math.floor(toS / stepS) - first + 1;
  const times = Array.from({ length: Math.max(0, count) }, (_, index) => (first + index) * stepS);
  return (
    <div class="time-axis" aria-hidden="true">
      {times.map((timeS) => (
        <span key={timeS} style={{ left: `${(100 * (timeS - fromS)) / (toS - fromS)}%` }}>
          {clockTime(timeS)}
        </span>
      ))}
    </div>
  );
}
