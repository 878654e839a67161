import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import * as v from "valibot";

const text = v.object({ type: v.literal("text"), text: v.string() });
const message = v.object({ role: v.string(), content: v.union([v.string(), v.array(text)]) });
const tokens = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000));

/** What is used of a request of the OpenAI chat completions API. */
export const chatSchema = v.object({
  model: v.string(),
  messages: v.pipe(v.array(message), v.minLength(1)),
  stream: v.optional(v.boolean(), false),
  max_tokens: v.optional(tokens),
  max_completion_tokens: v.optional(tokens),
});

export type Chat = v.InferOutput<typeof chatSchema>;

/** Prompt tokens by the size of a body alone: what is known before it has arrived. */
export function estimatedTokens(bodyBytes: number): number {
  return Math.max(1, Math.round(bodyBytes / 5));
}

/** Prompt tokens by the tokenizer. */
export function promptTokens({ messages }: Chat): number {
  return messages.reduce((sum, { content }) => sum + 4 + countTokens(textOf(content)), 0);
}

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

function textOf(content: Chat["messages"][number]["content"]): string {
  return typeof content === "string" ? content : content.map((part) => part.text).join("");
}
