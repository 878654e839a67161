import type { Server, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";

/** How often the end of the last answer is looked for. */
const LOOK_MS = 50;

/** Closes a server as soon as its last answer is out. */
export class Drain {
  readonly #app: FastifyInstance;
  readonly #server: Server;
  #answering = 0;

  constructor(app: FastifyInstance) {
    this.#app = app;
    this.#server = app.server;
    this.#server.on("request", (_, response: ServerResponse) => {
      this.#answering += 1;
      response.on("close", () => {
        this.#answering -= 1;
      });
    });
  }

  /**
   * Takes no more requests, and returns when the last answer is out. `onCut` is called after `mostS` seconds, before the
   * answers that are not out by then are cut.
   */
  async close(mostS: number, onCut: () => void): Promise<void> {
    // Connections without a request, kept alive or not yet used, would keep the server open for a minute.
    const look = setInterval(() => {
      if (this.#answering === 0) this.#server.closeAllConnections();
    }, LOOK_MS);
    const cut = setTimeout(() => {
      onCut();
      this.#server.closeAllConnections();
    }, mostS * 1000);
    await this.#app.close();
    clearInterval(look);
    clearTimeout(cut);
  }
}
