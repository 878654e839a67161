import type { Role } from "narwhal-slo";
import type { Chat } from "./chat";

/** An engine answered with an error, or broke off. */
export class EngineError extends Error {}

/** Work of the engines for a chat. */
export interface Work {
  readonly chat: Chat;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A prompt that has been prefilled. */
export interface Prefilled {
  /** Where `decode` finds the KV cache. */
  readonly kv: unknown;
  /** Texts of the tokens that prefill has computed: the first one, or none where decode computes it. */
  readonly texts: readonly string[];
}

/** How a gateway speaks to its engines. What it throws counts as a failure of the engine. */
export interface EngineProtocol {
  /** Name of the engines for telemetry: `gen_ai.provider.name`. */
  readonly provider: string;
  /** Tokens of a chat's prompt. */
  countTokens(chat: Chat): number;
  /** Returns at the end of prefill. */
  prefill(url: string, work: Work, signal: AbortSignal): Promise<Prefilled>;
  /** Texts of the tokens after those of prefill, as they come, those that came together in one list. It throws if the engine breaks off. */
  decode(url: string, work: Work, kv: unknown, signal: AbortSignal): AsyncIterable<readonly string[]>;
  /** Gives an engine without work another role. Without this call a role is a label, of which engines know nothing. */
  switchRole?(url: string, role: Role): Promise<void>;
}

/** Posts JSON to an engine. @throws EngineError for an answer that is an error */
export async function post(url: string, body: object, signal: AbortSignal | null = null): Promise<Response> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body), signal });
  if (!answer.ok) throw new EngineError(`${url} answered ${answer.status}`);
  return answer;
}
