import * as v from "valibot";
import { REGRET_SCHEMA, REGRET_VERSION } from "../document-names";
import { regretEntries } from "../replay/regret-entries";
import { count, text } from "../schema-fields";

/** Output of `narwhal-slo regret --json`: all fields are there, and no others. */
export const regretSchema = v.strictObject({
  schema: v.literal(REGRET_SCHEMA),
  version: v.literal(REGRET_VERSION),
  log: text("what was read"),
  requests: count("requests", "requests of the log that were played again"),
  left_out: count("requests", "those that were not: without a length, still open, rejected, cancelled or invalid"),
  logged_total: count("requests", "requests of the log that count"),
  logged_kept: count("requests", "those of them that met both SLOs: `kept` is what the simulated fleet makes of them"),
  ...regretEntries,
});
