import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { profileFromJson } from "../../src/profile";
import { COMMAND, narwhal, scratch } from "./command";

const file = scratch();
const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  if (request.url === "/v1/models") return response.end('{"data":[{"id":"m"}]}');
  const { prompt, max_tokens } = JSON.parse(Buffer.concat(parts).toString());
  return answer(prompt.trim().split(" ").length, max_tokens, response);
});
afterAll(() => server.close());

/** A token of the prompt is a word: 0.1 ms each, and 2 ms a token of the answer. */
async function answer(inputTokens: number, outputTokens: number, response: ServerResponse) {
  await sleep(inputTokens / 10);
  for (let token = 0; token < outputTokens; token += 1) {
    response.write('data: {"choices":[{"text":"a"}]}\n\n');
    await sleep(2);
  }
  const usage = { prompt_tokens: inputTokens, completion_tokens: outputTokens };
  response.end(`data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`);
}

it("measures an engine, and writes its profile and the points", async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const profile = file("engine.json", "");
  const prefix = profile.replace(".json", "");
  const sweep = ["--lengths", "20,50,100,200", "--batches", "1,2", "--contexts", "20,100", "--repeats", "1"];
  const args = ["measure", "--url", url, ...sweep, "--output-tokens", "20", "-o", profile, "--measurements", prefix];
  const [stdout, stderr] = await new Promise<[string, string]>((resolve, reject) => {
    execFile(process.execPath, [COMMAND, ...args], (error, out, err) => (error ? reject(error) : resolve([out, err])));
  });
  expect(stdout).toMatch(/prefill +4 /);
  expect(stderr).toMatch(/^prefill of 20 tokens: [\d.]+ ms\n/);
  const rows = (name: string) => readFileSync(`${prefix}-${name}.csv`, "utf8").trim().split("\n");
  const [head, ...points] = rows("prefill");
  expect([head, ...points.map((row) => row.split(",")[0])]).toEqual(["input_tokens,ttft_s", "20", "50", "100", "200"]);
  expect(rows("decode")[0]).toBe("requests,kv_tokens,tpot_s");
  const limits = { decodeMaxRequests: 2, prefillMaxTokens: 200 };
  expect(profileFromJson(JSON.parse(readFileSync(profile, "utf8")))).toMatchObject(limits);
});

it("needs an engine that answers", () => {
  expect(narwhal("measure")).toMatchObject({
    status: 2,
    stderr: "error: required option '--url <url>' not specified\n",
  });
  const { status, stderr } = narwhal("measure", "--url", "http://127.0.0.1:2");
  expect([status, stderr]).toEqual([
    1,
    "narwhal-slo: http://127.0.0.1:2: does not answer /v1/models: connect ECONNREFUSED 127.0.0.1:2\n",
  ]);
  expect(narwhal("measure", "--url", "engine").stderr).toMatch(/^narwhal-slo: engine: does not answer \/v1\/models: /);
  expect(narwhal("measure", "--url", "http://x", "--lengths", "1,,2").stderr).toMatch(
    /'1,,2' is invalid. It must be a number.\n$/,
  );
});
