import * as v from "valibot";

const tokenId = v.pipe(v.number(), v.integer(), v.minValue(0));
const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000));

/** A prompt that another engine has prefilled. */
const fetched = v.object({
  do_remote_prefill: v.literal(true),
  kv_id: v.pipe(v.string(), v.uuid()),
  first_token: tokenId,
  prompt_tokens: count,
});

/** Body of `POST /v1/completions`, with the fields that vLLM adds for prefill and decode. Other fields are ignored. */
export const completionSchema = v.object({
  model: v.string(),
  prompt: v.union([v.pipe(v.string(), v.minLength(1)), v.pipe(v.array(tokenId), v.minLength(1))]),
  max_tokens: v.optional(count, 16),
  stream: v.optional(v.boolean(), false),
  stream_options: v.nullish(v.object({ include_usage: v.optional(v.boolean(), false) })),
  ignore_eos: v.optional(v.boolean(), false),
  kv_transfer_params: v.nullish(v.union([v.object({ do_remote_decode: v.literal(true) }), fetched])),
});

export type CompletionRequest = v.InferOutput<typeof completionSchema>;

/** Which part of a request an engine is asked for. */
export type Leg = "prefill" | "decode" | "whole";

export function legOf({ kv_transfer_params: transfer }: CompletionRequest): Leg {
  if (!transfer) return "whole";
  return "do_remote_prefill" in transfer ? "decode" : "prefill";
}

/** `POST /pd_role_switch` of SGLang. */
export const roleSchema = v.object({ new_role: v.picklist(["prefill", "decode"]) });
