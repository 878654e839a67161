import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";

// The engines' packages are the example's own: its modules are loaded once they are installed.
let engines: typeof import("./engines");
beforeAll(async () => {
  execFileSync(process.execPath, ["scripts/install-tool.mjs", "examples/gateway", "examples/llama-fleet"]);
  engines = await import("./engines");
});

describe("engines", () => {
  it("hand over: the continuation is the same as without, alone and in a batch", async () => {
    const { engines: all } = await engines.startEngines(["prefill", "decode"]);
    const [one, two] = all.map(({ url }) => url) as [string, string];
    const texts = [40, 150, 40, 260].map((tokens, seed) => engines.words(tokens, seed));
    const answers = await Promise.all(
      texts.map(async (prompt) => {
        const transfer = { do_remote_decode: true };
        const prefilled = await engines.complete(one, { prompt, max_tokens: 1, kv_transfer_params: transfer });
        const { kv_transfer_params } = prefilled;
        return engines.complete(two, { prompt, max_tokens: 20, kv_transfer_params });
      }),
    );
    for (const [index, prompt] of texts.entries()) {
      const whole = await engines.complete(two, { prompt, max_tokens: 20 });
      expect(whole.usage).toMatchObject({ completion_tokens: 20 });
      expect(answers[index]?.choices).toEqual(whole.choices);
      expect(answers[index]?.usage).toEqual(whole.usage);
    }
    expect(answers.map(({ usage }) => usage.prompt_tokens)).toEqual([40, 150, 40, 260]);
  });

  it("decode all of their residents in each step", async () => {
    const [{ url }] = (await engines.startEngines(["decode"])).engines as [{ url: string }];
    const body = { prompt: engines.words(8, 1), max_tokens: 200 };
    await Promise.all([1, 2, 3, 4].map(() => engines.complete(url, body)));
    const { batch } = (await (await fetch(`${url}/health`)).json()) as { batch: { steps: number; tokens: number } };
    expect(batch.tokens / batch.steps).toBeGreaterThan(3.5);
  });

  it.each([
    [{ prompt: "" }, 400],
    [{ prompt: [1, 2], max_tokens: 600 }, 400],
    [{ prompt: " ab", kv_transfer_params: { do_remote_decode: true } }, 409],
    [
      {
        prompt: " ab",
        kv_transfer_params: { do_remote_prefill: true, kv_id: "../x", first_token: 1, prompt_tokens: 1 },
      },
      400,
    ],
  ])("refuse %j with %i", async (body, status) => {
    const [{ url }] = (await engines.startEngines(["decode"])).engines as [{ url: string }];
    expect((await engines.complete(url, body)).status).toBe(status);
  });
});

describe("a fleet behind the gateway", () => {
  it("loses no request while an engine changes its role", async () => {
    const { gateway, url, fleet } = await engines.startFleet(["prefill", "prefill", "decode"], { minDecode: 2 });
    const sent = 40;
    const answers = await Promise.all(
      Array.from({ length: sent }, (_, index) => engines.chat(url, engines.words(20 + 5 * index, index), 10 + index)),
    );
    expect(answers).toEqual(Array.from({ length: sent }, (_, index) => 10 + index));
    expect(await engines.ends(gateway, sent)).toMatchObject({ completed: sent });
    await expect.poll(() => gateway.pool.split(), { timeout: 60_000 }).toEqual({ prefill: 1, decode: 2 });
    const roles = await Promise.all(
      fleet.engines.map(async (engine) => {
        const info = (await (await fetch(`${engine.url}/server_info`)).json()) as {
          internal_states: { disaggregation_mode: string }[];
        };
        return info.internal_states[0]?.disaggregation_mode;
      }),
    );
    expect(roles).toEqual(gateway.fleet.engines.map(({ role }) => role));
  });

  it("counts each request once when an engine is killed in mid-stream", async () => {
    const { gateway, url, fleet } = await engines.startFleet(["prefill", "decode", "decode"]);
    const sent = 12;
    const answers = Array.from({ length: sent }, (_, index) => engines.chat(url, engines.words(30, index), 300));
    const decoding = () => gateway.fleet.engines.find(({ id }) => id === "llama-2")?.decoding ?? 0;
    await expect.poll(decoding, { timeout: 60_000, interval: 5 }).toBeGreaterThan(1);
    fleet.engines[2]?.child.kill("SIGKILL");
    const counts = await Promise.all(answers);
    const { completed = 0, failed = 0 } = await engines.ends(gateway, sent);
    expect(failed).toBeGreaterThan(1);
    expect(completed + failed).toBe(sent);
    expect(counts.filter((count) => count === 300).length).toBe(completed);
    expect(counts.filter((count) => count === null).length).toBe(failed);
    expect(gateway.fleet.engines.map(({ available }) => available)).toEqual([true, true, false]);
  });

  it("sends a prompt to another engine when the first one is killed while it prefills", async () => {
    const { gateway, url, fleet } = await engines.startFleet(["prefill", "prefill", "decode"]);
    const sent = 10;
    const answers = Array.from({ length: sent }, (_, index) => engines.chat(url, engines.words(400, index), 5));
    const prefilling = () => gateway.fleet.engines[0]?.prefilling ?? 0;
    await expect.poll(prefilling, { timeout: 60_000, interval: 5 }).toBeGreaterThan(1);
    fleet.engines[0]?.child.kill("SIGKILL");
    expect(await Promise.all(answers)).toEqual(Array.from({ length: sent }, () => 5));
    expect(await engines.ends(gateway, sent)).toMatchObject({ completed: sent });
    expect(gateway.pool.state().requests).toMatchObject({ failed: 0 });
  });
});

describe("the example", () => {
  it("has no type errors", () => {
    const tsc = ["node_modules/typescript/bin/tsc", "--noEmit", "-p"];
    expect(execFileSync(process.execPath, [...tsc, "examples/llama-fleet/tsconfig.json"]).toString()).toBe("");
  });

  it("installs the binary of this platform only", () => {
    expect(readdirSync("examples/llama-fleet/node_modules/@node-llama-cpp")).toEqual(["linux-x64"]);
    expect(existsSync("examples/llama-fleet/node_modules/.installed-lock.json")).toBe(true);
  });
});
