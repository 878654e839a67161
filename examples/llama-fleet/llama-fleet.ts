import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Role } from "narwhal-slo";
import { Gateway, type GatewayOptions } from "../gateway/gateway";
import { type EngineProcess, endEngines, startEngine } from "./engine-process";
import { MODEL, type RoleMode } from "./engine-server";
import { openLlama } from "./llama-engine";
import { LlamaProtocol } from "./llama-protocol";

export interface LlamaFleetOptions {
  readonly modelPath: string;
  readonly roles: readonly Role[];
  /** Requests that an engine holds at once. Default 8. */
  readonly sequences?: number;
  /** Tokens of a prompt and its answer, at most. Default 2048. */
  readonly contextTokens?: number;
  /** How engines take their role. Default "drain". */
  readonly mode?: RoleMode;
}

/** Engines of llama.cpp, each a process, and the folder through which they hand over KV caches. */
export class LlamaFleet {
  readonly engines: readonly (EngineProcess & { readonly role: Role })[];
  readonly protocol: LlamaProtocol;
  readonly #kvFolder: string;

  private constructor(engines: LlamaFleet["engines"], protocol: LlamaProtocol, kvFolder: string) {
    this.engines = engines;
    this.protocol = protocol;
    this.#kvFolder = kvFolder;
  }

  static async start(options: LlamaFleetOptions): Promise<LlamaFleet> {
    const { modelPath, roles, sequences = 8, contextTokens = 2048, mode = "drain" } = options;
    const kvFolder = await mkdtemp(join(tmpdir(), "narwhal-kv-"));
    const argument = { modelPath, sequences, contextTokens, kvFolder, mode };
    const engines = await Promise.all(
      roles.map(async (role, index) => ({ role, ...(await startEngine(`llama-${index}`, { ...argument, role })) })),
    );
    const llama = await openLlama();
    const vocabulary = await llama.loadModel({ modelPath, vocabOnly: true });
    return new LlamaFleet(engines, new LlamaProtocol(vocabulary), kvFolder);
  }

  /** A gateway in front of the engines. Without a profile its pool learns one. */
  gateway(options: Omit<GatewayOptions, "engines" | "protocol" | "model">): Gateway {
    const engines = this.engines.map(({ id, url, role }) => ({ id, url, role }));
    return new Gateway({ engines, protocol: this.protocol, model: MODEL, drainS: 60, ...options });
  }

  async end(): Promise<void> {
    await endEngines(this.engines);
    await rm(this.#kvFolder, { recursive: true, force: true });
  }
}
