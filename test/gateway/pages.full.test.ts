import { describe, expect, it } from "vitest";
import { ROUTES } from "../../examples/gateway/pages";
import { start } from "./start-gateway";

describe("what a person or a probe asks for", () => {
  it("/ lists every route, and each of them answers", async () => {
    const { url } = await start();
    const text = await (await fetch(url)).text();
    expect(text).toMatch(/^The example gateway of narwhal-slo\n\n/);
    for (const [route, what] of Object.entries(ROUTES)) {
      const [method = "", path = ""] = route.split(" ");
      expect(text).toContain(`${route.padEnd(28)}${what}\n`);
      expect((await fetch(url + path, { method })).status, route).toBe(method === "GET" ? 200 : 400);
    }
  });

  it("/healthz says that it takes requests", async () => {
    const { url } = await start();
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: "ok" });
  });

  it("/v1/models has the model, as the official client reads it", async () => {
    const { client } = await start({ model: "other" });
    const models = await client.models.list();
    expect(models.data.map(({ id, object }) => [id, object])).toEqual([["other", "model"]]);
  });

  it("what is not there is an error of the API that names what is", async () => {
    const { url } = await start();
    const answer = await fetch(`${url}/state`);
    expect(answer.status).toBe(404);
    const { error } = (await answer.json()) as { error: { message: string; type: string } };
    expect(error.type).toBe("invalid_request_error");
    expect(error.message).toBe(`there is no GET /state; routes: ${Object.keys(ROUTES).join(", ")}`);
  });
});
