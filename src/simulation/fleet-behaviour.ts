import { MAX_TOKENS } from "../check";
import { choice, field, flag, ratio, whole } from "./option-rules";

/** Options that make the simulated fleet behave as real ones do. All of them are off by default. */
export const fleetBehaviour = {
  concurrency: field(
    whole(0, MAX_TOKENS),
    0,
    "requests",
    "requests that are open at once: the next one waits for an end; 0: no bound",
  ),
  routing: field(
    choice("least_work", "round_robin"),
    "least_work",
    "",
    "engine that takes a request: the one with the least work, or the next one",
  ),
  transferQueue: field(flag, false, "", "whether KV transfers from one prefill engine wait for each other"),
  firstTokenFrom: field(
    choice("prefill", "decode"),
    "prefill",
    "",
    "engine that makes the client's first token; from decode, TTFT holds the transfer and the first iteration",
  ),
  aggregated: field(flag, false, "", "whether every engine decodes what it has prefilled, whatever its role"),
  chunkTokens: field(
    whole(0, MAX_TOKENS),
    0,
    "tokens",
    "prompt tokens of one step, beside which the decode batch goes on; 0: whole prompts, which it waits for",
  ),
  promptsPerStep: field(whole(1, MAX_TOKENS), 1, "requests", "prompts that one prefill step may take"),
  engineSpread: field(
    ratio,
    0,
    "ratio",
    "standard deviation of how much slower than its profile an engine is; the router believes the profile",
  ),
};
