import * as v from "valibot";
import { configSchema } from "../config";
import { ConfigError } from "../errors";
import { checkedBy, hintOf } from "../schema";

/** The SLOs of every request, in seconds. */
export interface Slo {
  readonly ttftS: number;
  readonly tpotS: number;
}

const { ttftSloS, tpotSloS } = configSchema.entries;
const sloSchema = v.strictObject({ ttftS: ttftSloS, tpotS: tpotSloS });

/**
 * Checks the SLOs under the names that a pool's options have for it.
 *
 * @throws ConfigError that names the field (`slo.ttftS`) and echoes the value
 */
export function checkSlo(slo: unknown): Slo {
  return checkedBy(sloSchema, slo ?? {}, (refused) => {
    const { path, rule, value } = refused;
    return new ConfigError(path ? `slo.${path}` : "slo", rule, value, hintOf(refused, Object.keys(sloSchema.entries)));
  });
}
