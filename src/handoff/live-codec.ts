import type { LiveModelState, MeasuredRange } from "../fleet/live-model";
import type { KindState } from "../fleet/live-models";
import type { LiveSignalsState } from "../fleet/live-signals";
import { FIT_SUMS, type RunningFitState, type Terms } from "../fleet/running-fit";
import { type Codec, checked, finite, list, notNegative, nullable, record, text, whole } from "./codec";

/** More kinds of engines than that no fleet has. */
const MAX_KINDS = 256;

const amount = checked(notNegative, Number.isFinite, "an amount must be finite");

const terms: Codec<Terms> = checked(
  list(amount, 3),
  (values) => values.length === 3,
  "a fit must have 3 coefficients",
) as Codec<readonly number[]> as Codec<Terms>;

const fit = record<RunningFitState>({
  coefficients: terms,
  scale: amount,
  samples: whole,
  sums: checked(list(amount, FIT_SUMS), (values) => values.length === FIT_SUMS, `a fit must have ${FIT_SUMS} sums`),
  added: whole,
  outliers: whole,
});

const range = record<MeasuredRange>({ least: notNegative, largest: amount });

const model = record<LiveModelState>({
  prefill: fit,
  decode: fit,
  prefillTokens: range,
  decodeRequests: range,
  decodeTokens: range,
  fullRequests: amount,
  fullTokens: amount,
});

/** How what is learned of kinds of engines is written. */
export const kinds: Codec<readonly KindState[]> = checked(
  list(record<KindState>({ kind: text, model }), MAX_KINDS),
  (states) => new Set(states.map(({ kind }) => kind)).size === states.length,
  "kinds must be different",
);

/** How live signals are written. */
export const signals = record<LiveSignalsState>({
  firstTokens: amount,
  lateFirstTokens: amount,
  gaps: amount,
  gapRatios: amount,
  weight: amount,
  rolledS: nullable(finite),
  newFirstTokens: whole,
  newLate: whole,
});
