import * as v from "valibot";
import { MAX_TOKENS } from "../check";
import { choice, field, flag, notNegative, ratio, whole } from "./option-rules";

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
  moveMode: field(
    v.picklist(["label", "drain", "offline"], 'must be "label", "drain" or "offline"'),
    "label",
    "",
    "label: residents finish beside the new role; drain: it is empty first; offline: and is restarted then",
  ),
  switchToPrefillS: field(notNegative, 0.0131, "s", "from empty to the prefill role, of a move by drain"),
  switchToDecodeS: field(notNegative, 0.0131, "s", "from empty to the decode role, of a move by drain"),
  restartS: field(notNegative, 30, "s", "from empty to the new role, of an offline move"),
  coldS: field(notNegative, 0, "s", "what the first step in a new role takes longer"),
  moveFailShare: field(ratio, 0, "ratio", "moves that end in the old role, and say so"),
  moveLieShare: field(ratio, 0, "ratio", "moves that end in the old role, and say that they succeeded"),
  prefixCacheTokens: field(
    whole(0, MAX_TOKENS),
    0,
    "tokens",
    "prompt tokens that an engine keeps, by the trace's hash_ids; 0: none",
  ),
  hashBlockTokens: field(
    whole(1, MAX_TOKENS),
    512,
    "tokens",
    "prompt tokens that one of the trace's hash_ids stands for",
  ),
  preemption: field(
    flag,
    false,
    "",
    "whether a batch that outgrows its KV limit puts its youngest request out, which is prefilled again",
  ),
  lateLane: field(flag, false, "", "whether requests that will miss their TTFT anyway are served after the others"),
  lateEvery: field(
    whole(1, MAX_TOKENS),
    64,
    "requests",
    "of so many requests one is a late one, if any waits: late ones do not starve",
  ),
  retries: field(whole(0, 255), 0, "", "times that a client sends a request again which has expired"),
  retryDelayS: field(notNegative, 1, "s", "from a request's expiry to its next attempt"),
};
