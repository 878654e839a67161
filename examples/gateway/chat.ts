import * as v from "valibot";

const tokens = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000));
const part = v.pipe(
  v.object({ type: v.string(), text: v.optional(v.string()) }),
  v.check(({ type, text }) => type !== "text" || text !== undefined, "a part of type text must have a text"),
);
const message = v.object({
  role: v.string(),
  content: v.nullish(v.union([v.string(), v.array(part)])),
  tool_calls: v.nullish(v.array(v.unknown())),
});

/** The part of a request of the OpenAI chat completions API that is used; other fields are ignored. */
export const chatSchema = v.object({
  model: v.string(),
  messages: v.pipe(v.array(message), v.minLength(1)),
  stream: v.nullish(v.boolean(), false),
  max_tokens: v.nullish(tokens),
  max_completion_tokens: v.nullish(tokens),
});

export type Chat = v.InferOutput<typeof chatSchema>;

/** Tokens that the answer may have at most. */
export function requestedTokens({ max_completion_tokens, max_tokens }: Chat): number {
  return max_completion_tokens ?? max_tokens ?? 64;
}

/** One event of a streamed answer. */
export function chunkOf(id: string, model: string, delta: object, finishReason: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finishReason }];
  return `data: ${JSON.stringify({ id, object: "chat.completion.chunk", created: 0, model, choices })}\n\n`;
}

/** An answer that is not streamed. */
export function completionOf(id: string, model: string, content: string, inputTokens: number, outputTokens: number) {
  return {
    id,
    object: "chat.completion",
    created: 0,
    model,
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: {
      prompt_tokens: inputTokens,
      completion_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
    },
  };
}
