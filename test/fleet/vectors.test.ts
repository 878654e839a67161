import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { applyStep, type FleetCheck, type FleetStep, type RecordedFleet, startFleet } from "./replay-steps";

type RecordedCase = RecordedFleet & { readonly steps: readonly (FleetStep & { readonly expect?: FleetCheck })[] };

const [, ...cases] = gunzipSync(readFileSync(new URL("../vectors/fleet.jsonl.gz", import.meta.url)))
  .toString()
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as RecordedCase);

/** Reals within 1e-9 relative or 1e-12 absolute (test/vectors/README.md); the path of what differs, else null. */
function difference(actual: unknown, expected: unknown, path: string): string | null {
  if (typeof expected === "number" && typeof actual === "number") {
    const tolerance = Math.max(1e-12, 1e-9 * Math.abs(expected));
    return Math.abs(actual - expected) <= tolerance ? null : `${path}: ${actual}, expected ${expected}`;
  }
  for (const [key, value] of Object.entries(expected as object)) {
    const found = difference((actual as Record<string, unknown>)[key], value, `${path}.${key}`);
    if (found !== null) return found;
  }
  return null;
}

describe("recorded fleets (fleet.jsonl.gz)", () => {
  it.each(cases.map((recorded, index) => [index + 1, recorded] as const))("case %i", (_, recorded) => {
    const replay = startFleet(recorded);
    for (const [index, step] of recorded.steps.entries()) {
      const shown = applyStep(replay, step);
      if (step.expect !== undefined) expect(difference(shown, step.expect, `step ${index}`)).toBeNull();
    }
    expect(replay.tracker.anomalies).toMatchObject({ unknown_request: 0, wrong_engine: 0, not_decoding: 0 });
  });
});
