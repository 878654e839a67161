import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { EngineArgument } from "./engine-main";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
/** The loader is the one of this folder, wherever the parent was started. */
const LOADED = {
  cwd: FOLDER,
  execArgv: ["--import", "tsx"],
  env: { ...process.env, TSX_TSCONFIG_PATH: `${FOLDER}tsconfig.json` },
};

/** An engine that runs in a process of its own. */
export interface EngineProcess {
  readonly id: string;
  readonly url: string;
  readonly child: ChildProcess;
}

/** Starts an engine. @throws Error if it ends before it listens */
export async function startEngine(id: string, argument: EngineArgument): Promise<EngineProcess> {
  const child = fork("engine-main.ts", [JSON.stringify(argument)], LOADED);
  const url = await Promise.race([
    once(child, "message").then(([{ url }]) => String(url)),
    once(child, "exit").then(([code]) => Promise.reject(new Error(`${id} ended with ${code} before it listened`))),
  ]);
  return { id, url, child };
}

/** Ends engines at once. */
export async function endEngines(engines: readonly EngineProcess[]): Promise<void> {
  const running = engines.filter(({ child }) => child.exitCode === null && child.signalCode === null);
  await Promise.all(
    running.map(async ({ child }) => {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    }),
  );
}
