import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { MODEL } from "./engine-server";
import { LlamaFleet } from "./llama-fleet";
import { promptOf } from "./workload";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SWEEP = [
  "--lengths",
  "64,128,256,384,512",
  "--batches",
  "1,2,4,8",
  "--contexts",
  "64,320",
  "--output-tokens",
  "48",
];
/** Part of the time that each of the other engines works meanwhile: about as in a run. */
const BUSY_SHARE = 0.3;

/**
 * Measures one engine with `narwhal-slo measure`, the others as busy as in a run.
 *
 * @returns the report of the fit; the profile and the measurements are files beside each other
 */
export async function calibrate(modelPath: string, engines: number, profilePath: string): Promise<string> {
  const fleet = await LlamaFleet.start({ modelPath, roles: Array(engines).fill("prefill") });
  const done = new AbortController();
  try {
    const [first, ...others] = fleet.engines;
    for (const { url } of others) void keepBusy(url, done.signal).catch(() => {});
    const measured = ["--url", first?.url ?? "", "--model", MODEL, ...SWEEP];
    const files = ["--output", profilePath, "--measurements", profilePath.replace(/\.json$/, "")];
    return await narwhal("measure", ...measured, ...files);
  } finally {
    done.abort();
    await fleet.end();
  }
}

/** Has an engine work for a part of the time. */
async function keepBusy(url: string, signal: AbortSignal): Promise<void> {
  for (let seed = 0; !signal.aborted; seed += 1) {
    const startMs = performance.now();
    const body = JSON.stringify({ model: MODEL, prompt: promptOf(128, seed), max_tokens: 48, ignore_eos: true });
    await (await fetch(`${url}/v1/completions`, { method: "POST", body })).text();
    const pauseMs = ((performance.now() - startMs) * (1 - BUSY_SHARE)) / BUSY_SHARE;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Runs the command of the package from its sources; its progress goes to the standard error. @returns its output */
async function narwhal(...args: string[]): Promise<string> {
  const tsx = createRequire(import.meta.url).resolve("tsx");
  const given = ["--import", tsx, `${ROOT}src/cli/main.ts`, ...args];
  const env = { ...process.env, TSX_TSCONFIG_PATH: `${ROOT}tsconfig.json` };
  const child = spawn(process.execPath, given, { cwd: ROOT, env, stdio: ["ignore", "pipe", "inherit"] });
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, "close")]);
  if (status !== 0) throw new Error(`narwhal-slo ${args.join(" ")} ended with ${status}`);
  return output;
}
