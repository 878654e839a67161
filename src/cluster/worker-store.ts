import { monotonicClock } from "../clock";
import { MemoryStore } from "./memory-store";
import type { Store } from "./store";

/** Part of Node's `cluster` module that is used. */
export interface NodeCluster {
  readonly isPrimary: boolean;
  on(event: "message", listener: (worker: NodeWorker, message: unknown) => void): unknown;
}

/** Part of a worker of Node's `cluster` module that is used. */
export interface NodeWorker {
  send(message: unknown): unknown;
}

/** Part of a worker process that is used. */
export interface WorkerProcess {
  send?(message: unknown): unknown;
  on(event: "message", listener: (message: unknown) => void): unknown;
}

type Call = "publish" | "collect" | "direct" | "leaderState" | "release" | "time";

/** A call of a worker, and the answer of the primary. */
interface CallMessage {
  readonly narwhalCall: Call;
  readonly number: number;
  readonly argument: unknown;
}

interface AnswerMessage {
  readonly narwhalAnswer: number;
  readonly value: unknown;
  readonly error: string | null;
}

/**
 * Keeps the store of the workers in the primary of Node's `cluster` module: call it once there, before the workers
 * start. They need `serialization: "advanced"` (`cluster.setupPrimary`).
 *
 * @returns the store, for a primary that wants to read it
 * @example
 * cluster.setupPrimary({ serialization: "advanced" });
 * serveWorkers(cluster);
 */
export function serveWorkers(nodeCluster: NodeCluster, store: Store = new MemoryStore(monotonicClock())): Store {
  nodeCluster.on("message", (worker, message) => {
    if (isCall(message)) answer(worker, store, message);
  });
  return store;
}

/**
 * The store of a worker of Node's `cluster` module, for routers of one machine without a server: the primary has called
 * `serveWorkers`. If the primary ends, so do its workers.
 *
 * @param self the worker's `process`
 * @example
 * const member = await joinCluster(pool, { name: "chat", store: workerStore(process) });
 */
export function workerStore(self: WorkerProcess): Store {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let calls = 0;
  self.on("message", (message) => {
    if (!isAnswer(message)) return;
    const { narwhalAnswer, value, error } = message;
    const call = waiting.get(narwhalAnswer);
    waiting.delete(narwhalAnswer);
    if (error === null) call?.resolve(value);
    else call?.reject(new Error(error));
  });
  const send = (narwhalCall: Call, argument?: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      calls += 1;
      waiting.set(calls, { resolve, reject });
      self.send?.({ narwhalCall, number: calls, argument } satisfies CallMessage);
    });
  return {
    publish: (publication) => send("publish", publication) as ReturnType<Store["publish"]>,
    collect: (known) => send("collect", known) as ReturnType<Store["collect"]>,
    direct: (direction) => send("direct", direction) as Promise<boolean>,
    leaderState: () => send("leaderState") as Promise<Uint8Array | null>,
    release: (member) => send("release", member) as Promise<void>,
    time: () => send("time") as Promise<number>,
  };
}

async function answer(worker: NodeWorker, store: Store, { narwhalCall, number, argument }: CallMessage): Promise<void> {
  try {
    const value = await store[narwhalCall](argument as never);
    worker.send({ narwhalAnswer: number, value, error: null } satisfies AnswerMessage);
  } catch (error) {
    worker.send({ narwhalAnswer: number, value: null, error: String(error) } satisfies AnswerMessage);
  }
}

const CALLS: readonly unknown[] = ["publish", "collect", "direct", "leaderState", "release", "time"] satisfies Call[];

function isCall(message: unknown): message is CallMessage {
  return CALLS.includes((message as CallMessage | null)?.narwhalCall);
}

function isAnswer(message: unknown): message is AnswerMessage {
  return typeof (message as AnswerMessage | null)?.narwhalAnswer === "number";
}
