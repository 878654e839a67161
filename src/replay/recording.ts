import { type Config, RETAINED_WINDOWS } from "../config";
import type { Decision } from "../decision/decision";
import { type DecisionDocument, decisionDocument } from "../decision/decision-document";
import type { Pool } from "../pool/pool";
import type { SplitScore } from "../scoring/scores";
import { toWire, type Wire } from "../wire";
import { Arrivals, type RecordedSample, type Sampling, takeSample } from "./recording-sample";
import { type ReplayInput, type ReplayReport, ReplayRun } from "./replay-run";

export type { RecordedSample } from "./recording-sample";

/** The fields of a score that a recording keeps. */
export type ScoreField = "prefill" | "decode" | "ttftRatio" | "tpotRatio" | "decodeQueueRatio" | "objective";

const SCORE_FIELDS: readonly ScoreField[] = [
  "prefill",
  "decode",
  "ttftRatio",
  "tpotRatio",
  "decodeQueueRatio",
  "objective",
];

/** How a split would have done (see `SplitScore`); null: it could not have served. */
export type RecordedScore = Wire<Pick<SplitScore, ScoreField>>;

/** A decision of a recording. */
export interface RecordedDecision {
  readonly record: DecisionDocument;
  /** How every split would have done, as the decision saw it; empty where it was made before splits were looked at. */
  readonly scores: readonly RecordedScore[];
}

/** The recording, as plain JSON-safe data. */
export interface RecordingData extends Sampling {
  readonly samples: readonly RecordedSample[];
  readonly decisions: readonly RecordedDecision[];
}

/** The most samples of the time in which requests arrive. */
const MOST_SAMPLES = 720;

/** Samples look back so far, if the pool keeps its outcomes for as long. */
const LOOK_BACK_S = 60;

/**
 * A replay that is watched: samples at a steady pace, and every decision with the scores of all splits. The replay
 * itself is that of a {@link ReplayRun} of the same input, to the bit.
 *
 * @example
 * const recording = new Recording({ requests, engines, config });
 * recording.step(Number.POSITIVE_INFINITY);
 * recording.data().samples.at(-1)?.ttftRatio;
 */
export class Recording {
  readonly #run: ReplayRun;
  readonly #arrivals: Arrivals;
  readonly #sampling: Sampling;
  readonly #samples: RecordedSample[] = [];
  readonly #decisions: RecordedDecision[] = [];
  #lastWithLoads: DecisionDocument | null = null;

  /** @throws ConfigError, ProfileError, ArgumentError, as a `ReplayRun` does */
  constructor(input: ReplayInput) {
    const { requests, config, simulation } = input;
    const { speed = 1 } = simulation ?? {};
    this.#run = new ReplayRun({ ...input, onDecision: (decision, pool) => this.#note(decision, pool) });
    this.#arrivals = new Arrivals(requests, speed);
    this.#sampling = {
      sampleS: sampleWidthS((requests.at(-1)?.atS ?? 0) / speed, config),
      lookBackS: Math.min(LOOK_BACK_S, RETAINED_WINDOWS * config.windowS),
    };
  }

  /** Simulated seconds so far. */
  get timeS(): number {
    return this.#run.timeS;
  }

  /** Share of the requests that have ended, 0 .. 1. */
  get progress(): number {
    return this.#run.progress;
  }

  /** Whether all requests have ended. */
  get done(): boolean {
    return this.#run.done;
  }

  /** Lets happen what is due up to `untilS`, and takes the samples that fall into that time. */
  step(untilS: number): void {
    while (!this.done && this.#nextSampleS <= untilS) {
      this.#run.step(this.#nextSampleS);
      this.#sample();
    }
    if (!this.done) this.#run.step(untilS);
  }

  /** Results so far, as a replay reports them. */
  report(): ReplayReport {
    return this.#run.report();
  }

  /** The recording so far. With the numbers of samples and decisions that are known: only the later ones. */
  data(samplesKnown = 0, decisionsKnown = 0): RecordingData {
    return {
      ...this.#sampling,
      samples: this.#samples.slice(samplesKnown),
      decisions: this.#decisions.slice(decisionsKnown),
    };
  }

  get #nextSampleS(): number {
    return (this.#samples.length + 1) * this.#sampling.sampleS;
  }

  #sample(): void {
    const last = { any: this.#decisions.at(-1)?.record ?? null, withLoads: this.#lastWithLoads };
    this.#samples.push(takeSample(this.#run, this.#arrivals, this.#sampling, last));
  }

  #note(decision: Decision, pool: Pool): void {
    const record = decisionDocument(decision);
    if (record.prefill_load_engines !== undefined) this.#lastWithLoads = record;
    this.#decisions.push({ record, scores: scoresOf(decision, pool).map(recordedScore) });
  }
}

/** A whole number of passes, and at least a step of the controller: what it knows is sampled, too. */
function sampleWidthS(spanS: number, { stepS, monitorIntervalS }: Config): number {
  return Math.ceil(Math.max(stepS, spanS / MOST_SAMPLES) / monitorIntervalS) * monitorIntervalS;
}

/** A decision assumes more decode demand of the splits that take an engine from decode, where its evidence says so. */
function scoresOf({ at, evidenceEnvelopeDecodeEngines: decodeOverride }: Decision, pool: Pool): SplitScore[] {
  const snapshot = pool.lastSnapshot;
  if (snapshot?.atS !== at) return [];
  const scores = pool.scores({ snapshot });
  if (decodeOverride === undefined) return scores;
  const fewerDecode = pool
    .scores({ snapshot, decodeOverride })
    .filter(({ prefill }) => prefill > snapshot.prefillEngines);
  return [...scores.filter(({ prefill }) => prefill <= snapshot.prefillEngines), ...fewerDecode];
}

function recordedScore(score: SplitScore): RecordedScore {
  return toWire(Object.fromEntries(SCORE_FIELDS.map((field) => [field, score[field]]))) as RecordedScore;
}
