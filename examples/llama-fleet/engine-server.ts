import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as v from "valibot";
import { answerCompletion } from "./completion-reply";
import { completionSchema, legOf, roleSchema } from "./completion-request";
import { bodyOf, fail, send } from "./http-reply";
import type { LlamaEngine } from "./llama-engine";

/** How an engine takes its role: as a label that it ignores, or as a state that only changes while it is idle. */
export type RoleMode = "label" | "drain";
export type EngineRole = "prefill" | "decode";

export const MODEL = "llama";

/** The API of an engine: completions as vLLM has them, the role switch as SGLang has it. */
export class EngineServer {
  readonly #engine: LlamaEngine;
  readonly #mode: RoleMode;
  readonly #server: Server;
  #role: EngineRole;

  constructor(engine: LlamaEngine, mode: RoleMode, role: EngineRole) {
    this.#engine = engine;
    this.#mode = mode;
    this.#role = role;
    this.#server = createServer((request, response) => {
      this.#respond(request, response).catch((error) => fail(response, 500, String(error)));
    });
  }

  /** Listens on any free port of this machine. @returns its address */
  listen(): Promise<string> {
    return new Promise((resolve) => {
      this.#server.listen(0, "127.0.0.1", () => {
        resolve(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`);
      });
    });
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    switch (`${request.method} ${request.url}`) {
      case "GET /health":
        return send(response, 200, { role: this.#role, ...this.#engine.requests, batch: this.#engine.batch });
      case "GET /server_info":
        return send(response, 200, { internal_states: [{ disaggregation_mode: this.#role }] });
      case "GET /v1/models":
        return send(response, 200, { object: "list", data: [{ id: MODEL, object: "model", owned_by: "llama.cpp" }] });
      case "POST /v1/completions":
        return this.#complete(await bodyOf(request), response);
      case "POST /pd_role_switch":
        return this.#switchRole(await bodyOf(request), response);
      default:
        return fail(response, 404, "not found");
    }
  }

  async #complete(body: unknown, response: ServerResponse): Promise<void> {
    const parsed = v.safeParse(completionSchema, body);
    if (!parsed.success) return fail(response, 400, parsed.issues[0].message);
    const leg = legOf(parsed.output);
    if (this.#mode === "drain" && leg !== "whole" && leg !== this.#role) {
      return fail(response, 409, `this engine has the role ${this.#role}`);
    }
    return answerCompletion(this.#engine, parsed.output, response);
  }

  #switchRole(body: unknown, response: ServerResponse): void {
    const parsed = v.safeParse(roleSchema, body);
    if (!parsed.success) return fail(response, 400, parsed.issues[0].message);
    const { running, waiting } = this.#engine.requests;
    if (this.#mode === "drain" && running + waiting > 0) {
      return send(response, 400, { success: false, message: "not idle" });
    }
    const old_role = this.#role;
    this.#role = parsed.output.new_role;
    return send(response, 200, { success: true, message: "switched", old_role, new_role: this.#role });
  }
}
