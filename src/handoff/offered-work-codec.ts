import type { OfferedMixState } from "../accounting/offered-mix";
import type { OfferedStatisticsState } from "../accounting/offered-work";
import {
  type OfferedWorkState,
  RATIO_PLACES,
  type RatioState,
  WORK_SECONDS,
  type WorkSecondState,
} from "../wasm/offered-work-region";
import { type Codec, checked, list, notNegative, real, record, whole } from "./codec";

/** Units and seconds are kept where f64 counts exactly. */
const integer = checked(real, Number.isSafeInteger, "a number must be whole");

const state = record<OfferedWorkState>({
  first: integer,
  oldest: integer,
  base: integer,
  seconds: list(record<WorkSecondState>({ second: integer, work: integer, level: integer }), WORK_SECONDS),
  ratios: list(record<RatioState>({ place: whole, mean: notNegative, count: notNegative }), RATIO_PLACES),
});

const amount = checked(notNegative, Number.isFinite, "an amount must be finite");

const mix = record<OfferedMixState>({
  requests: amount,
  prefillTokens: amount,
  prefillSquares: amount,
  contextTokens: amount,
  outputTokens: amount,
  workS: amount,
  extrapolatedS: amount,
});

const work: Codec<OfferedWorkState> = checked(
  state,
  ({ oldest, seconds, ratios }) =>
    seconds.every(({ second }) => second >= oldest && second < oldest + WORK_SECONDS) &&
    ratios.every(
      ({ place, mean, count }) => place < RATIO_PLACES && Number.isFinite(mean) && count >= 1 && count <= 300,
    ),
  "offered work must lie within its ring and its table",
);

/** How statistics of offered work are written. */
export const offeredWork = record<OfferedStatisticsState>({
  work,
  mix,
  drift: record({ prefill: amount, decode: amount }),
});
