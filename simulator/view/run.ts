import type { RecordingData, ReplayDocument } from "../../src/replay";

/** A run as it is shown. */
export interface ViewRun {
  /** `A` or `B`; empty where there is only one. */
  readonly name: string;
  readonly data: RecordingData;
  /** Its results; null while it has not ended. */
  readonly document: ReplayDocument | null;
  /** SHA-256 of the document's JSON, in hex; null while it has not ended, or where it cannot be computed. */
  readonly digest: string | null;
}

/** A decision that is looked at: which run, and which of its decisions. */
export interface Selection {
  readonly run: number;
  readonly index: number;
}

/** A span of simulated seconds. */
export type Span = readonly [fromS: number, toS: number];
