import type { ReplayEngine } from "./replay-run";

/** Engines of one kind, named `engine-0` and so on, the first of them for prefill. */
export function replayFleet(prefill: number, decode: number, kind: Omit<ReplayEngine, "id" | "role">): ReplayEngine[] {
  return Array.from({ length: prefill + decode }, (_, index) => ({
    id: `engine-${index}`,
    role: index < prefill ? "prefill" : "decode",
    ...kind,
  }));
}
