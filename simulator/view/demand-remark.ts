import { clockTime } from "../../src/cli/format";
import { gapMeaning, gapsOf } from "../../src/cli/print-gaps";
import { meaningOf } from "../../src/decision/reason-texts";
import type { RecordedSample, Role } from "../../src/replay";
import type { Span } from "./run";

/** Why the plot of a role's demand has holes, and what it leaves out; empty: it has none, and shows all. */
export function demandRemark(role: Role, samples: readonly RecordedSample[]): string {
  return [...holes(samples), ...leftOut(role, samples)].join(" ");
}

function holes(samples: readonly RecordedSample[]): string[] {
  const empty = samples.filter(({ prefillDemand }) => prefillDemand === null);
  const reasons = [...new Set(empty.map(({ demandMissing }) => demandMissing))];
  return reasons.map((reason) => {
    const spans = spansOf(samples, ({ prefillDemand, demandMissing }) => {
      return prefillDemand === null && demandMissing === reason;
    });
    return `No demand was asked for ${inWords(spans)}: ${reasonInWords(reason)}.`;
  });
}

function reasonInWords(reason: string | null): string {
  return reason === null ? "no decision was made" : `${meaningOf(reason)} (${reason})`;
}

function leftOut(role: Role, samples: readonly RecordedSample[]): string[] {
  const gaps = [...new Set(samples.flatMap(({ demandGaps }) => gapsOf(role, demandGaps)))];
  if (gaps.length === 0) return [];
  const named = gaps.map((gap) => `${gapMeaning(gap)} (${gap})`).join("; ");
  return [`At least as much as is drawn, since some work has no price: ${named}.`];
}

/** Samples in a row that are meant, as spans: each sample stands for the time since the one before it. */
function spansOf(samples: readonly RecordedSample[], isMeant: (sample: RecordedSample) => boolean): Span[] {
  const spans: [number, number][] = [];
  let fromS = 0;
  for (const sample of samples) {
    const last = spans.at(-1);
    if (isMeant(sample)) {
      if (last?.[1] === fromS) last[1] = sample.timeS;
      else spans.push([fromS, sample.timeS]);
    }
    fromS = sample.timeS;
  }
  return spans;
}

const NAMED_SPANS = 3;

function inWords(spans: readonly Span[]): string {
  const named = spans.slice(0, NAMED_SPANS).map(([fromS, toS]) => `${clockTime(fromS)} to ${clockTime(toS)}`);
  const others = spans.length - named.length;
  return `from ${named.join(", ")}${others > 0 ? ` and ${others} more times` : ""}`;
}
