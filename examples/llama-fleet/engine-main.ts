// One engine as a process: node --import tsx engine-main.ts '{"modelPath": ..}'. It sends its address to its parent.
import type { EngineRole, RoleMode } from "./engine-server";
import { EngineServer } from "./engine-server";
import { type EngineOptions, LlamaEngine } from "./llama-engine";

/** The argument of the process. */
export interface EngineArgument extends EngineOptions {
  readonly mode: RoleMode;
  readonly role: EngineRole;
}

const { mode, role, ...options } = JSON.parse(process.argv[2] ?? "{}") as EngineArgument;
const server = new EngineServer(await LlamaEngine.load(options), mode, role);
process.send?.({ url: await server.listen() });
// Without its parent an engine has no work.
process.on("disconnect", () => process.exit());
