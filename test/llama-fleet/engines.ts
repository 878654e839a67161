import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { expect } from "vitest";
import { LlamaFleet, type LlamaFleetOptions } from "../../examples/llama-fleet/llama-fleet";
import { ensureRandomModel } from "../../examples/llama-fleet/random-model";

/** A model of 5 MB, whose steps take a millisecond or two. */
const SHAPE = { width: 128, blocks: 4, feedForward: 384, heads: 4, kvHeads: 2, contextTokens: 1024 };
const FOLDER = resolve("build/llama-fleet");
const MODEL_PATH = `${FOLDER}/test-1.gguf`;

/** What a test has started, to be ended the newest first. */
const cleanups: (() => Promise<unknown>)[] = [];

/** Ends what a test has started. */
export async function endAll(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

/** Engines of a small random model. */
export async function startEngines(roles: LlamaFleetOptions["roles"], options: Partial<LlamaFleetOptions> = {}) {
  mkdirSync(FOLDER, { recursive: true });
  ensureRandomModel(MODEL_PATH, SHAPE);
  const sizes = { sequences: 4, contextTokens: 512 };
  const fleet = await LlamaFleet.start({ modelPath: MODEL_PATH, roles, ...sizes, ...options });
  cleanups.push(() => fleet.end());
  return fleet;
}

/** The same engines behind a gateway that learns what they can do. */
export async function startFleet(roles: LlamaFleetOptions["roles"], pool: { readonly minDecode?: number } = {}) {
  const fleet = await startEngines(roles);
  const slo = { ttftS: 60, tpotS: 60 };
  const fixed = { slo, policy: "headroom", applyMoves: "host", monitorIntervalS: 0.1, strict: true } as const;
  const gateway = fleet.gateway({ pool: { ...fixed, ...pool } });
  const url = await gateway.listen();
  cleanups.push(() => gateway.close());
  return { fleet, gateway, url };
}

/** A prompt of that many tokens, each of them a word. */
export function words(tokens: number, seed: number): string {
  const letter = (index: number) => String.fromCharCode(97 + (index % 26));
  const word = (index: number) => ` ${letter(index * 7 + seed)}${letter(index * 3 + seed * 5)}`;
  return Array.from({ length: tokens }, (_, index) => word(index)).join("");
}

export interface Answered {
  readonly status: number;
  readonly choices: readonly { readonly text: string }[];
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
  readonly kv_transfer_params: object;
}

/** An answer of an engine that is not streamed. */
export async function complete(url: string, body: object): Promise<Answered> {
  const given = { model: "llama", ignore_eos: true, ...body };
  const answer = await fetch(`${url}/v1/completions`, { method: "POST", body: JSON.stringify(given) });
  return { status: answer.status, ...((await answer.json()) as Omit<Answered, "status">) };
}

/** A chat whose answer is streamed. @returns whether its answer came to its end */
export async function streamed(url: string, content: string, maxTokens: number): Promise<boolean> {
  const text = await post(url, { ...chatOf(content, maxTokens), stream: true }).catch(() => "");
  return text.endsWith("data: [DONE]\n\n");
}

/** A chat whose answer comes whole. @returns its tokens */
export async function whole(url: string, content: string, maxTokens: number): Promise<number> {
  return JSON.parse(await post(url, chatOf(content, maxTokens))).usage?.completion_tokens;
}

function chatOf(content: string, maxTokens: number) {
  return { model: "llama", messages: [{ role: "user", content }], max_tokens: maxTokens };
}

async function post(url: string, body: object): Promise<string> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${url}/v1/chat/completions`, { method: "POST", headers, body: JSON.stringify(body) });
  return answer.text();
}

/** Waits until nothing is in flight, and checks that every offer has one outcome. */
export async function ends({ pool }: Awaited<ReturnType<typeof startFleet>>["gateway"], sent: number) {
  const inFlight = () => Number(pool.state().requests.open) + Number(pool.state().requests.pending);
  await expect.poll(inFlight, { timeout: 60_000 }).toBe(0);
  const { requests, offers, anomalies } = pool.state();
  const { opened, pending, open, ...ended } = requests;
  expect([opened, offers.offered]).toEqual([sent, sent]);
  expect(Object.values(ended).reduce((sum: number, count) => sum + (count ?? 0), 0)).toBe(sent);
  expect(Object.values(anomalies).every((count) => count === 0)).toBe(true);
  return ended;
}
