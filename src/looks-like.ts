/** A kind of file that people have at hand. */
interface Kind {
  /** As an error names it, with its article. */
  readonly name: string;
  /** All of them are in the beginning of such a file. */
  readonly marks: readonly RegExp[];
}

/** The most special first: a file is of the first kind whose marks it has. */
const KINDS: readonly Kind[] = [
  { name: "a journal", marks: [/"narwhal-slo\/journal"/] },
  { name: "an event log", marks: [/"narwhal-slo\/events"/] },
  { name: "the state of a pool", marks: [/"narwhal-slo\/state"/] },
  { name: "the result of a replay", marks: [/"narwhal-slo\/(replay|compare)"/] },
  { name: "an engine profile", marks: [/"ttft_a"\s*:/] },
  { name: "a vLLM benchmark result", marks: [/^\s*\{/, /"model_id"\s*:/, /"num_prompts"\s*:/] },
  { name: "a Qwen-Bailian trace", marks: [/"chat_id"\s*:/, /"parent_chat_id"\s*:/] },
  { name: "a Mooncake trace", marks: [/"input_length"\s*:/, /"output_length"\s*:/] },
  { name: "an Azure trace", marks: [/^TIMESTAMP,.*GeneratedTokens/] },
  { name: "a BurstGPT trace", marks: [/^Timestamp,.*Request tokens,Response tokens/] },
  { name: "a Vidur trace", marks: [/^arrived_at,.*num_prefill_tokens/] },
  { name: "an HTML page", marks: [/^\s*<!doctype html/i] },
  { name: "a binary file", marks: [/[\0\ufffd]/] },
  { name: "rows of a log", marks: [/^\{"type":"/] },
  { name: "JSON", marks: [/^\s*[[{]/] },
  { name: "a CSV file", marks: [/^[^\n]*,/] },
];

/** Characters that are looked at: a benchmark result may be one line of megabytes. */
export const BEGINNING = 4096;

/** Kind of a file by the beginning of its text, for the error that refuses it; null: unknown. */
export function looksLike(text: string): string | null {
  const beginning = text.slice(0, BEGINNING).replace(/^\ufeff/, "");
  return KINDS.find(({ marks }) => marks.every((mark) => mark.test(beginning)))?.name ?? null;
}
