import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { profileFromJson, type Role } from "narwhal-slo";
import { SimulatedEngine } from "./engine";
import { Gateway } from "./gateway";
import { drive } from "./load";

/** Starts simulated engines, the gateway, and load on it, until a signal ends it. */
const PORT = Number(process.env.PORT ?? 8080);
const REQUESTS_PER_S = Number(process.env.REQUESTS_PER_S ?? 4);
const ROLES: readonly Role[] = ["prefill", "decode", "decode", "decode"];

const profile = profileFromJson(JSON.parse(await readFile("data/h100-tp8-llama2-70b.json", "utf8")));
const engines = ROLES.map((role, index) => ({ id: `gpu-${index}`, role, server: new SimulatedEngine(profile) }));
const listening = await Promise.all(
  engines.map(async ({ id, role, server }) => ({ id, role, url: await server.listen() })),
);
const gateway = new Gateway({
  engines: listening,
  profile,
  pool: { slo: { ttftS: 1, tpotS: 0.05 } },
  handoffPath: join(tmpdir(), "narwhal-gateway.snapshot"),
});
const url = await gateway.listen(PORT);
console.log(`gateway ${url}/v1, metrics ${url}/metrics, state ${url}/narwhal/state`);
const load = new AbortController();
const driving = drive({ url, requestsPerS: REQUESTS_PER_S, signal: load.signal });

const end = async () => {
  load.abort();
  await driving;
  await gateway.close();
  await Promise.all(engines.map(({ server }) => server.app.close()));
};
process.once("SIGTERM", () => void end());
process.once("SIGINT", () => void end());
