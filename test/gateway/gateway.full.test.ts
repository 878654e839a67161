import { mkdtempSync, rmSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import OpenAI from "openai";
import { afterEach, describe, expect, it } from "vitest";
import { SimulatedEngine } from "../../examples/gateway/engine";
import { Gateway, type GatewayOptions } from "../../examples/gateway/gateway";

/** Fast engines: a prompt of 100 tokens takes 12 ms, a token 2 ms. */
const PROFILE = {
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

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A gateway over two prefill and two decode engines, and a client of it. */
async function start(options: Partial<GatewayOptions> = {}) {
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
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", maxRetries: 0 });
  const fail = (index: number, mode: string) =>
    fetch(`${engines[index]?.url}/failure`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ mode }),
    });
  return { gateway, client, url, engines, fail };
}

const CHAT = { model: "narwhal", messages: [{ role: "user", content: "How deep does it dive?" }] } as const;
const chat = (maxTokens: number) => ({ ...CHAT, messages: [...CHAT.messages], max_tokens: maxTokens });

/** Waits until every request has ended, and checks that each offer and each outcome is in one place. */
async function settled({ pool }: Gateway, sent: number) {
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
function raw(url: string, headers: Record<string, string | number>, body: string, leaveOpen = false): Promise<number> {
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

describe("chats", () => {
  it("are answered whole, with their usage", async () => {
    const { gateway, client } = await start();
    const answer = await client.chat.completions.create(chat(5));
    expect(answer.choices[0]?.message.content).toBe("narwhal ".repeat(5));
    expect(answer.usage).toEqual({ prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 });
    const { ended } = await settled(gateway, 1);
    expect(ended.completed).toBe(1);
    expect(gateway.pool.state().attainment).toMatchObject({ outcomes: 1, ttft_met: 1 });
  });

  it("are streamed", async () => {
    const { gateway, client } = await start();
    let text = "";
    let reason: string | null | undefined;
    for await (const chunk of await client.chat.completions.create({ ...chat(8), stream: true })) {
      text += chunk.choices[0]?.delta.content ?? "";
      reason = chunk.choices[0]?.finish_reason;
    }
    expect([text, reason]).toEqual(["narwhal ".repeat(8), "stop"]);
    await settled(gateway, 1);
    expect(gateway.pool.learned()).toBeDefined();
    expect(gateway.pool.history().observedDecode.observations).toBe(1);
  });

  it("count as demand by the tokenizer's count", async () => {
    const { gateway, client } = await start();
    await client.chat.completions.create(chat(3));
    await settled(gateway, 1);
    expect(gateway.pool.history().arrivals).toMatchObject({ observations: 1, cells: 1 });
  });
});

describe("what goes wrong is accounted for", () => {
  it("clients that go away, before and while tokens come", async () => {
    const { gateway, client } = await start();
    const leaveEarly = new AbortController();
    const long = { ...CHAT, messages: [{ role: "user" as const, content: "dive ".repeat(50_000) }], max_tokens: 5 };
    const early = Array.from({ length: 5 }, () => client.chat.completions.create(long, { signal: leaveEarly.signal }));
    const late = Array.from({ length: 5 }, async () => {
      const stream = await client.chat.completions.create({ ...chat(500), stream: true });
      for await (const chunk of stream) if (chunk.choices[0]?.delta.content) stream.controller.abort();
    });
    await expect.poll(() => gateway.pool.state().requests.opened).toBe(10);
    leaveEarly.abort();
    await Promise.allSettled([...early, ...late]);
    const { ended } = await settled(gateway, 10);
    expect(ended.cancelled).toBe(10);
  });

  it("engines that crash: another one takes the prefill, a decode that breaks off fails", async () => {
    const { gateway, client, fail } = await start();
    await fail(0, "crash");
    expect((await client.chat.completions.create(chat(3))).usage?.completion_tokens).toBe(3);
    expect(gateway.pool.state().fleet.engines[0]).toMatchObject({ available: false });
    const broken = client.chat.completions.create(chat(2000));
    await expect.poll(() => gateway.pool.state().fleet.engines[2]?.decode_requests).toBe(1);
    await fail(2, "crash");
    await expect(broken).rejects.toMatchObject({ status: 502 });
    await fail(0, "none");
    await fail(2, "none");
    await expect.poll(() => gateway.pool.state().fleet.engines.every(({ available }) => available)).toBe(true);
    const { ended } = await settled(gateway, 2);
    expect(ended).toMatchObject({ completed: 1, failed: 1 });
  });

  it("no engine at all", async () => {
    const { gateway, client, fail } = await start();
    for (const index of [0, 1]) await fail(index, "error");
    await expect(client.chat.completions.create(chat(3))).rejects.toMatchObject({ status: 502 });
    await expect(client.chat.completions.create(chat(3))).rejects.toMatchObject({ status: 503 });
    const { ended } = await settled(gateway, 2);
    expect(ended).toMatchObject({ refused: 1, failed: 1 });
  });

  it("bodies that are no requests, too large, or never come", async () => {
    const { gateway, url } = await start({ bodyTimeoutS: 0.3 });
    const text = JSON.stringify(chat(3));
    const sized = (body: string) => ({ "content-length": Buffer.byteLength(body) });
    expect(await raw(url, sized("{"), "{")).toBe(400);
    expect(await raw(url, {}, "{")).toBe(400);
    expect(await raw(url, {}, "{}")).toBe(400);
    expect(await raw(url, {}, JSON.stringify({ ...chat(3), model: "other" }))).toBe(400);
    expect(await raw(url, { "content-length": 2 ** 21 }, "{")).toBe(413);
    expect(await raw(url, sized(text), text.slice(0, 20), true)).toBe(408);
    expect(await raw(url, {}, text.slice(0, 20), true)).toBe(408);
    const { ended, offers } = await settled(gateway, 7);
    expect(ended).toMatchObject({ invalid: 4, rejected: 1, expired: 2 });
    expect(offers).toMatchObject({ sized: 2, lost: 2, invalid_unsized: 3 });
  });

  it("more than may be in flight, and what would be too late", async () => {
    const { gateway, client } = await start({ maxInFlight: 2 });
    const all = await Promise.allSettled(Array.from({ length: 6 }, () => client.chat.completions.create(chat(100))));
    const statuses = all.map((result) => (result.status === "fulfilled" ? 200 : result.reason.status));
    expect(statuses.filter((status) => status === 429).length).toBe(4);
    expect((await settled(gateway, 6)).ended).toMatchObject({ completed: 2, rejected: 4 });
    const late = await start({ refuseAboveS: 0 });
    await expect(late.client.chat.completions.create(chat(3))).rejects.toMatchObject({ status: 503 });
    expect((await settled(late.gateway, 1)).ended.refused).toBe(1);
  });
});

describe("its own state", () => {
  it("is told over HTTP", async () => {
    const { gateway, client, url } = await start();
    await client.chat.completions.create(chat(3));
    await settled(gateway, 1);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toContain('\nnarwhal_requests_ended_total{kind="completed"} 1\n');
    expect(await (await fetch(`${url}/narwhal/state`)).json()).toMatchObject({ requests: { opened: 1 } });
  });

  it("goes to a successor", async () => {
    const folder = mkdtempSync(join(tmpdir(), "narwhal-gateway-"));
    cleanups.push(async () => rmSync(folder, { recursive: true }));
    const handoffPath = join(folder, "snapshot");
    const first = await start({ handoffPath });
    for (let i = 0; i < 5; i += 1) await first.client.chat.completions.create(chat(3));
    await settled(first.gateway, 5);
    await first.gateway.close();
    const second = await start({ handoffPath });
    const state = second.gateway.pool.state();
    expect(state.requests).toMatchObject({ opened: 5, completed: 5 });
    expect(state.demand_history.arrivals.observations).toBe(5);
    await second.client.chat.completions.create(chat(3));
    expect((await settled(second.gateway, 6)).ended.completed).toBe(6);
  });

  it("follows decisions: an engine that changes its role gets other work from then on", async () => {
    const pool = { slo: { ttftS: 1, tpotS: 0.05 }, monitorIntervalS: 0.1, strict: true, minDecode: 3 };
    const { gateway, client } = await start({ pool });
    await expect.poll(() => gateway.fleet.engines.filter(({ role }) => role === "decode").length).toBe(3);
    expect(gateway.pool.split()).toEqual({ prefill: 1, decode: 3 });
    expect((await client.chat.completions.create(chat(3))).usage?.completion_tokens).toBe(3);
    expect((await settled(gateway, 1)).ended.completed).toBe(1);
  });
});
