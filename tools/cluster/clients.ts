import type { RedisClient } from "../../src/cluster";

/** Clients that are tried. */
export const CLIENTS = ["redis", "ioredis", "iovalkey"] as const;

/** A client that is connected. */
export interface Connected {
  readonly client: RedisClient;
  /** Sends a command of its own. */
  command(...command: string[]): Promise<unknown>;
  close(): void;
}

interface NodeRedis {
  sendCommand(command: readonly string[]): Promise<unknown>;
  on(event: "error", listener: () => void): void;
  connect(): Promise<NodeRedis>;
  destroy(): void;
}

interface IoRedis {
  call(...command: readonly string[]): Promise<unknown>;
  on(event: "error", listener: () => void): void;
  disconnect(): void;
}

interface Modules {
  createClient(options: object): NodeRedis;
  Redis: new (options: object) => IoRedis;
}

/** Connects a client to a server on this machine; none queues commands while it is disconnected. */
export async function connect(kind: (typeof CLIENTS)[number], port: number): Promise<Connected> {
  // By a name that is not known to the compiler: the clients are installed with this tool alone.
  const name: string = kind;
  const module = (await import(name)) as Modules;
  return kind === "redis" ? connectRedis(module, port) : connectIo(module, port);
}

async function connectRedis({ createClient }: Modules, port: number): Promise<Connected> {
  const client = createClient({ url: `redis://127.0.0.1:${port}`, disableOfflineQueue: true });
  client.on("error", () => {});
  await client.connect();
  return {
    client: client as unknown as RedisClient,
    command: (...command) => client.sendCommand(command),
    close: () => client.destroy(),
  };
}

async function connectIo({ Redis }: Modules, port: number): Promise<Connected> {
  const client = new Redis({ host: "127.0.0.1", port, maxRetriesPerRequest: 0 });
  client.on("error", () => {});
  await client.call("PING");
  return {
    client: client as unknown as RedisClient,
    command: (...command) => client.call(...command),
    close: () => client.disconnect(),
  };
}
