import { mkdtempSync, rmSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect } from "vitest";
import { SimulatedEngine } from "../../examples/gateway/engine";
import { Gateway, type GatewayOptions } from "../../examples/gateway/gateway";
import { clientOf } from "../../examples/gateway/load";

/** Fast engines: a prompt of 100 tokens takes 12 ms, a token 2 ms. */
export const PROFILE = {
  ttftA: 0,
  ttftB: 0.00002,
  ttftC: 0.01,
  tpotSlope: 0,
  tpotIntercept: 0.002,
  tpotRequestSlope: 0,
  decodeMinRequests: 1,
  decodeMaxRequests: 256,
  decodeMinKvTokens: 1,
  decodeMaxKvTokens: 400_000,
};

/** What is ended after each test, the newest first. */
export const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A folder for the files of one test. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "narwhal-gateway-"));
  cleanups.push(async () => rmSync(folder, { recursive: true }));
  return folder;
}

/** A gateway over two prefill and two decode engines, and a client of it. */
export async function start(options: Partial<GatewayOptions> = {}) {
  const roles = ["prefill", "prefill", "decode", "decode"] as const;
  const servers = roles.map(() => new SimulatedEngine(PROFILE));
  const engines = await Promise.all(
    roles.map(async (role, index) => ({
      id: `e${index}`,
      role,
      url: await (servers[index] as SimulatedEngine).listen(),
    })),
  );
  for (const { app } of servers) cleanups.push(() => app.close());
  const pool = { slo: { ttftS: 1, tpotS: 0.05 }, monitorIntervalS: 0.1, strict: true };
  const gateway = new Gateway({ engines, profile: PROFILE, pool, drainS: 1, ...options });
  const url = await gateway.listen();
  cleanups.push(() => gateway.close());
  const client = clientOf(url);
  const fail = (index: number, mode: string) =>
    fetch(`${engines[index]?.url}/failure`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ mode }),
    });
  return { gateway, client, url, engines, fail };
}

export const CHAT = { model: "narwhal", messages: [{ role: "user", content: "How deep does it dive?" }] } as const;
export const chat = (maxTokens: number) => ({ ...CHAT, messages: [...CHAT.messages], max_tokens: maxTokens });

/** Waits until every request has ended, and checks that each offer and each outcome is in one place. */
export async function settled({ pool }: Gateway, sent: number) {
  const inFlight = () => Number(pool.state().requests.open) + Number(pool.state().requests.pending);
  await expect.poll(inFlight, { timeout: 20_000 }).toBe(0);
  const { requests, offers, anomalies } = pool.state();
  const { opened, pending, open, ...ended } = requests;
  expect(opened).toBe(sent);
  expect(Object.values(ended).reduce((sum: number, count) => sum + (count ?? 0), 0)).toBe(sent);
  expect(offers.offered).toBe(sent);
  expect(offers.pending).toBe(0);
  expect((offers.sized ?? 0) + (offers.lost ?? 0) + (offers.invalid_unsized ?? 0)).toBe(sent);
  expect(Object.values(anomalies).every((count) => count === 0)).toBe(true);
  return { ended, offers };
}

/** Sends a raw request, and gives the status of its answer; 0 where the connection ended without one. */
export function raw(
  url: string,
  headers: Record<string, string | number>,
  body: string,
  leaveOpen = false,
): Promise<number> {
  return new Promise((resolve) => {
    const target = `${url}/v1/chat/completions`;
    const sent = httpRequest(target, { method: "POST", headers: { "content-type": "application/json", ...headers } });
    sent.on("response", (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on("error", () => resolve(0));
    sent.write(body);
    if (!leaveOpen) sent.end();
  });
}
