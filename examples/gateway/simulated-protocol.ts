import { promptTokens } from "./prompt-tokens";
import { EngineError, type EngineProtocol, type Prefilled, post, type Work } from "./protocol";

/** The protocol of the simulated engines: lengths go in, and a line for each token comes out. */
export const SIMULATED_PROTOCOL: EngineProtocol = {
  provider: "narwhal-simulated",
  countTokens: promptTokens,
  prefill,
  decode,
};

const LINE_END = 10;

async function prefill(url: string, { inputTokens }: Work, signal: AbortSignal): Promise<Prefilled> {
  const answer = await post(`${url}/prefill`, { input_tokens: inputTokens }, signal);
  await answer.text();
  return { kv: null, texts: [] };
}

async function* decode(url: string, { inputTokens, outputTokens }: Work, _kv: unknown, signal: AbortSignal) {
  const body = { input_tokens: inputTokens, output_tokens: outputTokens };
  const answer = await post(`${url}/decode`, body, signal);
  let received = 0;
  for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>) {
    const count = part.filter((byte) => byte === LINE_END).length;
    if (count > 0) yield Array.from<string>({ length: count }).fill("narwhal ");
    received += count;
  }
  if (received < outputTokens) throw new EngineError("broke off");
}
