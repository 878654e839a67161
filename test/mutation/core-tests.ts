import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const PROCESS = fileURLToPath(new URL("core-tests-process.ts", import.meta.url));
/** The core that is tested, a file for each run; core-binary.ts reads it, in the process of the tests. */
process.env.MUTATED_CORE ??= `build/mutation/core-${process.pid}.wasm`;
export const CORE_FILE = process.env.MUTATED_CORE;
/** Ten times what the longest test takes: a mutant that lets one take longer may never end. */
const TIME_LIMIT_MS = 30_000;

const TIME_LIMIT = "the time limit";

/** What the process of the tests tells: that a test has ended, or what the whole run has found. */
export type Told = "alive" | { readonly fault: string | null };

/** The tests of the core, run against any build of it. */
export class CoreTests {
  #process: ChildProcess | null = null;

  /** What finds a fault in this core: a test, or the time limit; null if nothing does. */
  async faultOf(wasm: Uint8Array): Promise<string | null> {
    mkdirSync(dirname(CORE_FILE), { recursive: true });
    writeFileSync(CORE_FILE, wasm);
    this.#process ??= await started();
    this.#process.send("run");
    const fault = await foundBy(this.#process);
    if (fault === TIME_LIMIT) this.end();
    return fault;
  }

  end(): void {
    this.#process?.kill("SIGKILL");
    this.#process = null;
  }
}

async function started(): Promise<ChildProcess> {
  const child = fork(PROCESS, { stdio: ["ignore", "ignore", "ignore", "ipc"] });
  await once(child, "message");
  return child;
}

/** What finds a fault; the time limit does where no test ends for so long. */
function foundBy(child: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => end(TIME_LIMIT), TIME_LIMIT_MS);
    const listen = (told: Told) => (told === "alive" ? timer.refresh() : end(told.fault));
    child.on("message", listen);

    function end(fault: string | null): void {
      clearTimeout(timer);
      child.off("message", listen);
      resolve(fault);
    }
  });
}
