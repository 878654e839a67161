import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Chat } from "./chat";

/** Tokens of an image, a sound or a file of a prompt: those of an image of 1024 x 1024 at OpenAI. */
export const MEDIA_TOKENS = 765;

/** Tokens that the template of a chat adds to each message. */
const MESSAGE_TOKENS = 4;

type Message = Chat["messages"][number];

/** Prompt tokens by the size of a body alone: what is known before it has arrived. */
export function estimatedTokens(bodyBytes: number): number {
  return Math.max(1, Math.round(bodyBytes / 5));
}

/** Prompt tokens by the tokenizer: texts, tool calls as their JSON, and a constant for every other part. */
export function promptTokens({ messages }: Chat): number {
  return messages.reduce((sum, each) => sum + MESSAGE_TOKENS + contentTokens(each) + toolCallTokens(each), 0);
}

function contentTokens({ content }: Message): number {
  if (content == null) return 0;
  if (typeof content === "string") return textTokens(content);
  return content.reduce((sum, { type, text = "" }) => sum + (type === "text" ? textTokens(text) : MEDIA_TOKENS), 0);
}

function toolCallTokens({ tool_calls }: Message): number {
  return tool_calls ? textTokens(JSON.stringify(tool_calls)) : 0;
}

function textTokens(text: string): number {
  return text.split(LONG_RUN).reduce((sum, piece) => sum + countTokens(piece, ALL_IS_TEXT), 0);
}

/** The tokenizer's time grows with the square of a run without a gap: each piece of a long one is counted by itself. */
const LONG_RUN = /(\S{128}|\s{128})/;

/** A client may write `<|endoftext|>`: it is text, and no special token. */
const ALL_IS_TEXT = { disallowedSpecial: new Set<string>() };
