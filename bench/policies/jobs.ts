import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Job, Outcome } from "./run";

const PROCESSES = 2;
const WORKER = fileURLToPath(new URL("worker.ts", import.meta.url));

/** Runs jobs in two processes. The outcomes are in the order of the jobs, whichever ends first. */
export async function runJobs(jobs: readonly Job[], onDone: (done: number) => void): Promise<Outcome[]> {
  const outcomes: Outcome[] = new Array(jobs.length);
  const left = jobs.entries();
  let done = 0;
  const serve = async (worker: ChildProcess) => {
    for (const [index, job] of left) {
      outcomes[index] = await ask(worker, job);
      done += 1;
      onDone(done);
    }
  };
  const workers = Array.from({ length: PROCESSES }, () => fork(WORKER, { execArgv: ["--import", "tsx"] }));
  try {
    await Promise.all(workers.map(serve));
  } finally {
    for (const worker of workers) worker.kill();
  }
  return outcomes;
}

function ask(worker: ChildProcess, job: Job): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const failed = (code: number | null) => reject(new Error(`a run of ${JSON.stringify(job)} ended with ${code}`));
    worker.once("exit", failed);
    worker.once("message", (outcome: Outcome) => {
      worker.off("exit", failed);
      resolve(outcome);
    });
    worker.send(job);
  });
}
