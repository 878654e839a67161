import type { FastifyInstance } from "fastify";

/** Every route of the gateway. */
export const ROUTES = {
  "POST /v1/chat/completions": "chats of the OpenAI API, streamed or whole",
  "GET /v1/models": "the model that is served",
  "GET /healthz": "200 while requests are taken",
  "GET /metrics": "metrics for Prometheus",
  "GET /narwhal/state": "the state of the pool",
  "GET /narwhal/decisions": "the newest decisions, in English too",
  "GET /narwhal/what-if": "scores of another fleet: ?add_prefill=1",
} as const;

/** Pages for people, probes and clients beside chats. */
export function addPages(app: FastifyInstance, model: string): void {
  app.get("/", (_, reply) => reply.type("text/plain; charset=utf-8").send(welcome()));
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/v1/models", async () => ({
    object: "list",
    data: [{ id: model, object: "model", created: 0, owned_by: "narwhal-slo" }],
  }));
  app.setNotFoundHandler(({ method, url }, reply) => {
    const message = `there is no ${method} ${url.slice(0, 80)}; routes: ${Object.keys(ROUTES).join(", ")}`;
    return reply.code(404).send({ error: { message, type: "invalid_request_error" } });
  });
}

function welcome(): string {
  const lines = Object.entries(ROUTES).map(([route, what]) => `${route.padEnd(28)}${what}`);
  return `The example gateway of narwhal-slo\n\n${lines.join("\n")}\n`;
}
