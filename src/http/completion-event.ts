/** Facts of an event of a streamed completion, or of a whole one. */
export interface CompletionFacts {
  /** Whether the server says that it has failed: `error` in place of choices, or an unknown reason to finish. */
  readonly failed: boolean;
  /** Whether a choice says that it is finished. */
  readonly finished: boolean;
  /** Places of the choices that have text, reasoning or part of a tool call. */
  readonly written: readonly number[];
  /** Output tokens so far, of all choices; null where the event has no usage. */
  readonly outputTokens: number | null;
}

/** Reasons of an end that the client wanted. vLLM writes `abort` where it was shut down; unknown ones are failures. */
const SUCCESS = new Set(["stop", "length", "tool_calls", "function_call", "content_filter"]);

const FAILED: CompletionFacts = { failed: true, finished: false, written: [], outputTokens: null };

/** Reads a JSON text of the OpenAI protocol, of the chat API or of the completions API. */
export function completionFacts(json: string): CompletionFacts {
  const event = parsed(json);
  if (!event || event.error != null || event.object === "error") return FAILED;
  const choices = (Array.isArray(event.choices) ? event.choices : []).map(fieldsOf);
  const reasons = choices.flatMap(({ finish_reason }) => (finish_reason == null ? [] : [finish_reason]));
  const tokens = fieldsOf(event.usage).completion_tokens;
  return {
    failed: reasons.some((reason) => !SUCCESS.has(reason as string)),
    finished: reasons.length > 0,
    written: choices.flatMap((choice, place) => (hasText(choice) ? [placeOf(choice, place)] : [])),
    outputTokens: typeof tokens === "number" && tokens >= 0 ? tokens : null,
  };
}

type Fields = Readonly<Record<string, unknown>>;

function parsed(json: string): Fields | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? (value as Fields) : null;
  } catch {
    return null;
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function placeOf({ index }: Fields, place: number): number {
  return typeof index === "number" ? index : place;
}

/** vLLM names reasoning `reasoning`, SGLang `reasoning_content`: the client waits for it as for any text. */
function hasText(choice: Fields): boolean {
  const { content, reasoning, reasoning_content, refusal, tool_calls } = fieldsOf(choice.delta ?? choice.message);
  return [choice.text, content, reasoning, reasoning_content, refusal].some(isText) || hasCall(tool_calls);
}

function hasCall(calls: unknown): boolean {
  if (!Array.isArray(calls)) return false;
  return calls.some((call) => {
    const { name, arguments: given } = fieldsOf(fieldsOf(call).function);
    return isText(name) || isText(given);
  });
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
