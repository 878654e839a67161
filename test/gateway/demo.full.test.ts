import { describe, expect, it } from "vitest";
import { SimulatedEngine } from "../../examples/gateway/engine";
import { lateLine, startReport } from "../../examples/gateway/report";
import { settingsOf } from "../../examples/gateway/settings";
import type { Timer } from "../../examples/gateway/timer";
import { createPoolSync } from "../../src/index";
import { cleanups, PROFILE } from "./start-gateway";

/** An engine whose timer is late by 15 ms each time, and what it waited for. */
async function lateEngine() {
  const asked: number[] = [];
  let nowMs = 1000;
  const timer: Timer = {
    nowMs: () => nowMs,
    until: async (timeMs) => {
      asked.push(timeMs);
      nowMs = timeMs + 15;
    },
  };
  const engine = new SimulatedEngine(PROFILE, timer);
  cleanups.push(() => engine.app.close());
  const url = await engine.listen();
  const post = async (path: string, body: object) => {
    const headers = { "content-type": "application/json" };
    return (await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) })).text();
  };
  return { asked, post };
}

const rounded = (times: readonly number[]) => times.map((timeMs) => Number(timeMs.toFixed(6)));

describe("a simulated engine", () => {
  it("decodes by deadlines: late timers delay no later token", async () => {
    const { asked, post } = await lateEngine();
    const tokens = await post("/decode", { input_tokens: 100, output_tokens: 5 });
    expect(tokens).toBe('{"token":"narwhal "}\n'.repeat(5));
    expect(rounded(asked)).toEqual([1002, 1004, 1006, 1008, 1010]);
  });

  it("prefills by deadlines: a prompt that waits begins when the one before should have ended", async () => {
    const asked: number[] = [];
    const release: (() => void)[] = [];
    const until = (timeMs: number) => {
      asked.push(timeMs);
      return new Promise<void>((resolve) => release.push(resolve));
    };
    const { app } = new SimulatedEngine(PROFILE, { nowMs: () => 1000, until });
    const prompts = [100, 200].map((tokens) =>
      app.inject({ method: "POST", url: "/prefill", payload: { input_tokens: tokens } }).then((answer) => answer),
    );
    await expect.poll(() => asked.length).toBe(2);
    for (const resolve of release) resolve();
    expect((await Promise.all(prompts)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(rounded(asked)).toEqual([1012, 1026]);
  });
});

describe("the report", () => {
  it("says how the last seconds went, and when timers came late", async () => {
    const lines: string[] = [];
    const pool = createPoolSync({ slo: { ttftS: 1, tpotS: 0.05 } });
    pool.open().size(100, 10);
    const end = startReport(pool, (line) => lines.push(line), 0.8);
    cleanups.push(async () => end());
    await new Promise((resolve) => setTimeout(resolve, 100));
    const startMs = performance.now();
    while (performance.now() - startMs < 600);
    const late = () => lines.find((line) => line.startsWith("this machine"));
    await expect.poll(late).toMatch(/^this machine is too busy for the demo: timers came up to \d{3,} ms late/);
    const attainment = "last 0.8 s: 0 requests, TTFT met -, TPOT met -";
    const demand = "demand 0.00 of 0 prefill and 0.00 of 0 decode engines, at least (no_profiles)";
    expect(lines[0]).toBe(`${attainment}; ${demand}`);
  });
});

describe("the line about a busy machine", () => {
  /** Delays as the histogram has them: nanoseconds, the resolution of 10 ms included. */
  const delays = (p99Ms: number, longestMs: number) => ({
    percentile: () => (p99Ms + 10) * 1e6,
    max: (longestMs + 10) * 1e6,
  });

  it("is there as soon as timers are later than 100 ms, or one is later than 500 ms", () => {
    expect(lateLine(delays(100, 500))).toBeNull();
    expect(lateLine(delays(101, 500))).toContain("timers came up to 500 ms late (99% within 101 ms)");
    expect(lateLine(delays(-1, 501))).toContain("timers came up to 501 ms late (99% within 0 ms)");
  });
});

describe("settings", () => {
  it("have defaults", () => {
    const own = { port: 8080, snapshotPath: "gateway-8080.snapshot" };
    const settings = { ...own, requestsPerS: 4, lateLane: false, drainS: 20 };
    expect(settingsOf({})).toEqual(settings);
    expect(settingsOf({ PORT: " ", REQUESTS_PER_S: "" })).toEqual(settings);
  });

  it("are those of the environment", () => {
    const env = { PORT: "9000", REQUESTS_PER_S: "0.8", DRAIN_S: "0", LATE_LANE: "1", SNAPSHOT: "a/b" };
    expect(settingsOf(env)).toEqual({ port: 9000, requestsPerS: 0.8, lateLane: true, drainS: 0, snapshotPath: "a/b" });
  });

  it("have a snapshot for each port, and none where any port will do", () => {
    expect(settingsOf({ PORT: "8081" }).snapshotPath).toBe("gateway-8081.snapshot");
    expect(settingsOf({ PORT: "0" }).snapshotPath).toBeNull();
  });

  it.each([
    [{ PORT: "x" }, 'PORT must be 0 .. 65535, got "x"'],
    [{ PORT: "65536" }, 'PORT must be 0 .. 65535, got "65536"'],
    [{ PORT: "80.8" }, "PORT must be whole, got 80.8"],
    [{ REQUESTS_PER_S: "-1" }, 'REQUESTS_PER_S must be 0 .. 1000, got "-1"'],
    [{ DRAIN_S: "1e9" }, 'DRAIN_S must be 0 .. 3600, got "1e9"'],
  ])("%j is refused", (env, message) => {
    expect(() => settingsOf(env)).toThrow(message);
  });
});
