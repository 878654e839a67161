import * as v from "valibot";
import { metFields } from "../pool/met-fields";
import { count, described, notNegative, realOrNull } from "../schema-fields";

/** Outcomes, and how many of them met which limit. */
export const attainmentEntries = {
  total: count("requests", "requests that completed, failed, expired or were refused by prediction"),
  ...metFields,
};

const requests = v.strictObject({
  open: count("requests", "not ended"),
  completed: count("requests", "completed"),
  failed: count("requests", "failed"),
  expired: count("requests", "waited longer than they may"),
  refused: count("requests", "refused, since they would have missed their limits"),
  rejected: count("requests", "too long for every engine"),
  cancelled: count("requests", "whose client went away"),
});

const seconds = (description: string) => realOrNull("s", description);

const percentiles = v.strictObject({
  count: count("requests", "requests that have one"),
  mean_s: seconds("their mean; null if there are none"),
  p50_s: seconds("median"),
  p90_s: seconds("90 % have no more"),
  p95_s: seconds("95 % have no more"),
  p99_s: seconds("99 % have no more"),
  max_s: seconds("the largest"),
});

/** Results of a replay, whatever its control did. */
export const outcomeEntries = {
  time_s: notNegative("s", "when the last request ended"),
  requests: described(requests, "requests", "requests by how they ended"),
  attainment: described(v.strictObject(attainmentEntries), "", "outcomes of the whole replay"),
  ttft: described(percentiles, "s", "from arrival to the first token"),
  tpot: described(percentiles, "s", "per token after the first"),
};
