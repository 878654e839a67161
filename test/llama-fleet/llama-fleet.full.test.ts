import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { afterEach, beforeAll, describe, expect, it } from "vitest";

// The engines' packages are the example's own: its modules are loaded once they are installed.
let engines: typeof import("./engines");
beforeAll(async () => {
  execFileSync(process.execPath, ["scripts/install-tool.mjs", "examples/gateway", "examples/llama-fleet"]);
  engines = await import("./engines");
});
afterEach(() => engines.endAll());

describe("engines", () => {
  it("hand over, batch, and refuse what they cannot do", async () => {
    const { engines: all } = await engines.startEngines(["prefill", "decode"]);
    const [one, two] = all.map(({ url }) => url) as [string, string];
    await handOver(one, two);
    await batch(two);
    await refuse(two);
  });
});

/** The continuation is the same as without a handover, alone and in a batch. */
async function handOver(prefillUrl: string, decodeUrl: string): Promise<void> {
  const prompts = [40, 150, 40, 260].map((tokens, seed) => engines.words(tokens, seed));
  const answers = await Promise.all(
    prompts.map(async (prompt) => {
      const transfer = { do_remote_decode: true };
      const prefilled = await engines.complete(prefillUrl, { prompt, max_tokens: 1, kv_transfer_params: transfer });
      const { kv_transfer_params } = prefilled;
      return engines.complete(decodeUrl, { prompt, max_tokens: 20, kv_transfer_params });
    }),
  );
  for (const [index, prompt] of prompts.entries()) {
    const unsplit = await engines.complete(decodeUrl, { prompt, max_tokens: 20 });
    expect(unsplit.usage).toMatchObject({ completion_tokens: 20 });
    expect(answers[index]?.choices).toEqual(unsplit.choices);
    expect(answers[index]?.usage).toEqual(unsplit.usage);
  }
  expect(answers.map(({ usage }) => usage.prompt_tokens)).toEqual([40, 150, 40, 260]);
}

/** A step has a token of every resident. */
async function batch(url: string): Promise<void> {
  const totals = async () => {
    const health = (await (await fetch(`${url}/health`)).json()) as { batch: { steps: number; tokens: number } };
    return health.batch;
  };
  const before = await totals();
  const body = { prompt: engines.words(8, 1), max_tokens: 200 };
  await Promise.all([1, 2, 3, 4].map(() => engines.complete(url, body)));
  const { steps, tokens } = await totals();
  expect((tokens - before.tokens) / (steps - before.steps)).toBeGreaterThan(3.5);
}

async function refuse(url: string): Promise<void> {
  const elsewhere = { do_remote_prefill: true, kv_id: "../x", first_token: 1, prompt_tokens: 1 };
  const refused = [
    { prompt: "" },
    { prompt: [1, 2], max_tokens: 600 },
    { prompt: " ab", kv_transfer_params: { do_remote_decode: true } },
    { prompt: " ab", kv_transfer_params: elsewhere },
  ];
  const answers = await Promise.all(refused.map((body) => engines.complete(url, body)));
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 409, 400]);
}

describe("a fleet behind the gateway", () => {
  it("loses no request while an engine changes its role", async () => {
    const { gateway, url, fleet } = await engines.startFleet(["prefill", "prefill", "decode"], { minDecode: 2 });
    const sent = Array.from({ length: 40 }, (_, index) => 10 + index);
    const answers = await Promise.all(
      sent.map((tokens) => engines.whole(url, engines.words(5 * tokens, tokens), tokens)),
    );
    expect(answers).toEqual(sent);
    expect(await engines.ends(gateway, sent.length)).toMatchObject({ completed: sent.length });
    await expect.poll(() => gateway.pool.split(), { timeout: 60_000 }).toEqual({ prefill: 1, decode: 2 });
    const roles = await Promise.all(fleet.engines.map(({ url: engineUrl }) => roleOf(engineUrl)));
    expect(roles).toEqual(gateway.fleet.engines.map(({ role }) => role));
  });

  it("counts each request once when engines are killed: prompts are sent again, streams have failed", async () => {
    const { gateway, url, fleet } = await engines.startFleet(["prefill", "prefill", "decode", "decode"]);
    const prompts = Array.from({ length: 12 }, (_, index) => engines.words(200, index));
    const again = prompts.map((prompt) => engines.whole(url, prompt, 5));
    await expect.poll(() => gateway.fleet.engines[0]?.prefilling, { timeout: 60_000, interval: 2 }).toBeGreaterThan(1);
    fleet.engines[0]?.child.kill("SIGKILL");
    expect(await Promise.all(again)).toEqual(prompts.map(() => 5));
    expect(await engines.ends(gateway, 12)).toMatchObject({ completed: 12, failed: 0 });

    const broken = prompts.map((prompt) => engines.streamed(url, prompt, 300));
    await expect.poll(() => gateway.fleet.engines[3]?.decoding, { timeout: 60_000, interval: 2 }).toBeGreaterThan(1);
    fleet.engines[3]?.child.kill("SIGKILL");
    const done = (await Promise.all(broken)).filter((isDone) => isDone).length;
    expect(done).toBeLessThan(11);
    expect(await engines.ends(gateway, 24)).toMatchObject({ completed: 12 + done, failed: 12 - done });
    expect(gateway.fleet.engines.map(({ available }) => available)).toEqual([false, true, true, false]);
  });
});

async function roleOf(url: string): Promise<string | undefined> {
  const info = await (await fetch(`${url}/server_info`)).json();
  return (info as { internal_states: { disaggregation_mode: string }[] }).internal_states[0]?.disaggregation_mode;
}

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
