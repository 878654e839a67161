import { END } from "./events";

/** Where a request is. */
export const STAGE = {
  ahead: 0,
  upload: 1,
  prefillLine: 2,
  prefill: 3,
  transfer: 4,
  decodeLine: 5,
  decode: 6,
  ended: 7,
} as const;

/** How far the requests of a run have come, one column a field. */
export class Progress {
  /** Of {@link STAGE}. */
  readonly stage: Uint8Array;
  /** Tokens so far, the first one included. */
  readonly tokens: Uint32Array;
  /** NaN before the end of prefill. */
  readonly prefillEndS: Float64Array;
  /** The client's first token; NaN before it. */
  readonly firstTokenS: Float64Array;
  /** NaN before the end. */
  readonly endS: Float64Array;
  /** When its present attempt began; of the first one, its arrival. */
  readonly attemptS: Float64Array;
  /** Attempts before the present one. */
  readonly retries: Uint8Array;
  /** Of {@link END}. */
  readonly end: Uint8Array;

  constructor(count: number) {
    this.stage = new Uint8Array(count).fill(STAGE.ahead);
    this.tokens = new Uint32Array(count);
    this.prefillEndS = new Float64Array(count).fill(Number.NaN);
    this.firstTokenS = new Float64Array(count).fill(Number.NaN);
    this.endS = new Float64Array(count).fill(Number.NaN);
    this.attemptS = new Float64Array(count);
    this.retries = new Uint8Array(count);
    this.end = new Uint8Array(count).fill(END.open);
  }
}
