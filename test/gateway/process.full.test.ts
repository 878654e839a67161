import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { cleanups, scratchFolder } from "./start-gateway";

/** Not the command of tsx: it would have the gateway as a child, which a kill leaves behind. */
const TSX = resolve("node_modules/tsx/dist/loader.mjs");
const MAIN = resolve("examples/gateway/main.ts");
const TSX_TSCONFIG_PATH = resolve("examples/gateway/tsconfig.json");

/** Runs the example as its user does, in a folder of its own. */
function run(folder: string, env: Readonly<Record<string, string>>) {
  const given = { ...process.env, ...env, TSX_TSCONFIG_PATH };
  const child = spawn(process.execPath, ["--import", TSX, MAIN], { cwd: folder, env: given });
  cleanups.push(() => end(child));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  const ended = once(child, "close").then(([status]) => status as number);
  return { child, ended, lines: () => output.trimEnd().split("\n") };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "close");
}

/** The address that it prints once it serves. */
async function addressOf({ lines }: ReturnType<typeof run>): Promise<string> {
  const found = () => /http:\/\/127\.0\.0\.1:\d+/.exec(lines().join("\n"))?.[0] ?? "";
  await expect.poll(found, { timeout: 120_000 }).not.toBe("");
  return found();
}

describe("the example as a process", () => {
  it("says what it is, serves, ends on a signal, and goes on after a damaged snapshot", {
    timeout: 300_000,
  }, async () => {
    const folder = scratchFolder();
    writeFileSync(join(folder, "kept"), "garbage");
    const env = { PORT: "0", REQUESTS_PER_S: "0", SNAPSHOT: "kept" };
    const first = run(folder, env);
    const url = await addressOf(first);
    expect((await fetch(`${url}/v1/models`)).status).toBe(200);
    first.child.kill("SIGTERM");
    expect(await first.ended).toBe(0);
    expect(first.lines()).toEqual([
      `the example gateway of narwhal-slo is starting; Ctrl-C or kill -TERM ${first.child.pid} ends it`,
      'policy headroom (preset "busy"), SLO: TTFT 1 s, TPOT 0.05 s',
      expect.stringMatching(/^4 simulated engines \(1 prefill, 3 decode\), each .*H100-80GB, TP8$/),
      expect.stringMatching(/^snapshot kept: ERR_NARWHAL_SNAPSHOT: .*\(not_a_snapshot\).*; the pool begins cold$/),
      `listening on ${url}, which lists its routes`,
      "SIGTERM: no new requests; waiting for streams to end, 20 s at most (DRAIN_S)",
      "snapshot kept: written",
      expect.stringMatching(/^ended after \d+\.\d s$/),
    ]);
    const second = run(folder, env);
    await addressOf(second);
    expect(second.lines()[3]).toMatch(/^snapshot kept: taken over, [\d.]+ s old$/);
  });

  it("ends with one line where it cannot begin", { timeout: 300_000 }, async () => {
    const folder = scratchFolder();
    const wrong = run(folder, { PORT: "x" });
    expect(await wrong.ended).toBe(1);
    expect(wrong.lines().slice(1)).toEqual(['PORT must be 0 .. 65535, got "x"']);
    const env = { REQUESTS_PER_S: "0", SNAPSHOT: "kept" };
    const first = run(folder, { ...env, PORT: "0" });
    const port = new URL(await addressOf(first)).port;
    const taken = run(folder, { ...env, PORT: port });
    expect(await taken.ended).toBe(1);
    expect(taken.lines().at(-1)).toContain(`EADDRINUSE: address already in use 127.0.0.1:${port}`);
  });
});
