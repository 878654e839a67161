import { type Config, type ConfigInput, resolveConfig } from "../../src/index";

/** A pool that forgets in seconds: W = 10 s in buckets of a second, completions for 40 s. */
export function smallConfig(fields: Partial<ConfigInput> = {}): Config {
  const spans = { windowS: 10, stepS: 2, evidenceSpanS: 5, evidenceMaxSpanS: 10 };
  return resolveConfig({ ttftSloS: 1, tpotSloS: 0.05, ...spans, ...fields });
}
