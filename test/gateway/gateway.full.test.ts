import { describe, expect, it } from "vitest";
import { SIMULATED_PROTOCOL } from "../../examples/gateway/simulated-protocol";
import { CHAT, chat, raw, settled, start } from "./start-gateway";

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
    // Without a pass the prefill floor is not restored from the decode engines.
    const pool = { slo: { ttftS: 1, tpotS: 0.05 }, monitorIntervalS: 3600, strict: true };
    const { gateway, client, fail } = await start({ pool });
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

  it("follows decisions: an engine that changes its role gets other work from then on", async () => {
    const pool = { slo: { ttftS: 1, tpotS: 0.05 }, monitorIntervalS: 0.1, strict: true, minDecode: 3 };
    const { gateway, client } = await start({ pool });
    await expect.poll(() => gateway.fleet.engines.filter(({ role }) => role === "decode").length).toBe(3);
    expect(gateway.pool.split()).toEqual({ prefill: 1, decode: 3 });
    expect((await client.chat.completions.create(chat(3))).usage?.completion_tokens).toBe(3);
    expect((await settled(gateway, 1)).ended.completed).toBe(1);
  });
});

describe("a role change that takes time", () => {
  const host = {
    slo: { ttftS: 1, tpotS: 0.05 },
    monitorIntervalS: 0.1,
    strict: true,
    minDecode: 3,
    applyMoves: "host",
  } as const;
  const prefillEngines = ({ fleet }: { fleet: { engines: readonly { role: string }[] } }) =>
    fleet.engines.filter(({ role }) => role === "prefill").length;

  it("drains the engine: its requests end, others go elsewhere, and then it is told its role", async () => {
    const told: string[] = [];
    const protocol = {
      ...SIMULATED_PROTOCOL,
      switchRole: async (url: string, role: string) => void told.push(`${url} ${role}`),
    };
    const { gateway, client, engines } = await start({ pool: host, protocol });
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.chat.completions.create(chat(5))));
    await expect.poll(() => prefillEngines(gateway)).toBe(1);
    const moved = gateway.fleet.engines.findIndex(({ role }, index) => index < 2 && role === "decode");
    expect(told).toEqual([`${engines[moved]?.url} decode`]);
    expect(gateway.pool.split()).toEqual({ prefill: 1, decode: 3 });
    expect(answers.every(({ usage }) => usage?.completion_tokens === 5)).toBe(true);
    expect((await client.chat.completions.create(chat(3))).usage?.completion_tokens).toBe(3);
    expect((await settled(gateway, 21)).ended.completed).toBe(21);
  });

  it("is withdrawn where the engine refuses it", async () => {
    let asked = 0;
    const switchRole = async () => {
      asked += 1;
      throw new Error("not idle");
    };
    const { gateway, client } = await start({ pool: host, protocol: { ...SIMULATED_PROTOCOL, switchRole } });
    await expect.poll(() => asked).toBeGreaterThan(0);
    expect((await client.chat.completions.create(chat(3))).usage?.completion_tokens).toBe(3);
    expect(prefillEngines(gateway)).toBe(2);
    expect(gateway.pool.split()).toEqual({ prefill: 2, decode: 2 });
    expect((await settled(gateway, 1)).ended.completed).toBe(1);
  });
});

describe("engines without a profile", () => {
  it("serve, and predict nothing", async () => {
    const pool = { slo: { ttftS: 1, tpotS: 0.05 }, monitorIntervalS: 0.1, strict: true, policy: "headroom" } as const;
    const { gateway, client } = await start({ profile: null, refuseAboveS: 0, pool });
    expect((await client.chat.completions.create(chat(3))).usage?.completion_tokens).toBe(3);
    expect(gateway.fleet.predictedTtftS(1e6)).toBe(0);
    expect((await settled(gateway, 1)).ended.completed).toBe(1);
  });
});
