import { clockTime } from "../../src/cli/format";
import type { Span } from "./run";
import { timeTicks } from "./time-ticks";

/** The labels of the shared time axis. */
export function TimeAxis({ span }: { readonly span: Span }) {
  const [fromS, toS] = span;
  return (
    <div class="time-axis" aria-hidden="true">
      {timeTicks(span).map((timeS) => (
        <span key={timeS} style={{ left: `${(100 * (timeS - fromS)) / (toS - fromS)}%` }}>
          {clockTime(timeS)}
        </span>
      ))}
    </div>
  );
}
