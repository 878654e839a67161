import type { RecordingData, ReplayDocument, TraceFormat } from "../../src/replay";
import type { RunInput } from "../app/inputs";
import type { Pace } from "../app/settings";

/** Where a trace comes from. */
export type TraceSource = { readonly url: string } | { readonly blob: Blob };

/** Order for a simulation: the same requests with each of the inputs. */
export interface Job {
  /** Tells the answers of this job from those of the one before. */
  readonly id: number;
  /** Name of the trace. */
  readonly file: string;
  readonly source: TraceSource;
  readonly inputs: readonly RunInput[];
  readonly pace: Pace;
  /** Whether it begins at once; else it waits for `resume` or `step`. */
  readonly paused: boolean;
}

/** Messages of the page to the worker. */
export type Command =
  | { readonly kind: "start"; readonly job: Job }
  | { readonly kind: "pace"; readonly pace: Pace }
  | { readonly kind: "pause" }
  | { readonly kind: "resume" }
  | { readonly kind: "step" };

/** Results of a run. */
export interface RunResult {
  readonly document: ReplayDocument;
  readonly digest: string | null;
}

/** Messages of the worker to the page. */
export type Answer = { readonly id: number } & (
  | { readonly kind: "loaded"; readonly requests: number; readonly spanS: number; readonly format: TraceFormat }
  | {
      readonly kind: "progress";
      readonly timeS: number;
      /** 0 .. 1. */
      readonly progress: number;
      /** News of each run. */
      readonly parts: readonly RecordingData[];
    }
  | { readonly kind: "ended"; readonly results: readonly RunResult[]; readonly wallS: number }
  | { readonly kind: "failed"; readonly message: string }
);
