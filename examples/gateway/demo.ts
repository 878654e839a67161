import { readFile } from "node:fs/promises";
import { profileFromJson, type Role } from "narwhal-slo";
import { SimulatedEngine } from "./engine";
import { Gateway } from "./gateway";
import { drive } from "./load";
import { startReport } from "./report";
import type { Settings } from "./settings";

const ROLES: readonly Role[] = ["prefill", "decode", "decode", "decode"];
const SLO = { ttftS: 1, tpotS: 0.05 };
const PRESET = "busy";
const PROFILE = new URL("../../data/h100-tp8-llama2-70b.json", import.meta.url);

/**
 * Starts simulated engines, the gateway, and load on it.
 *
 * @returns what ends all of it, and leaves the snapshot
 */
export async function startDemo(settings: Settings, log: (line: string) => void): Promise<() => Promise<void>> {
  const { port, requestsPerS, drainS, snapshotPath, lateLane } = settings;
  const document = JSON.parse(await readFile(PROFILE, "utf8"));
  const profile = profileFromJson(document);
  const servers = ROLES.map(() => new SimulatedEngine(profile));
  const urls = await Promise.all(servers.map((server) => server.listen()));
  const engines = ROLES.map((role, index) => ({ id: `gpu-${index}`, role, url: urls[index] ?? "" }));
  const pool = { slo: SLO, preset: PRESET } as const;
  const gateway = new Gateway({ engines, profile, pool, drainS, snapshotPath, lateLane, log });
  const load = new AbortController();
  const end = async () => {
    load.abort();
    await gateway.close();
    await Promise.all(servers.map(({ app }) => app.close()));
  };
  log(`policy ${gateway.pool.state().policy} (preset "${PRESET}"), SLO: TTFT ${SLO.ttftS} s, TPOT ${SLO.tpotS} s`);
  log(`${ROLES.length} simulated engines (1 prefill, 3 decode), each ${document.source}`);
  const url = await gateway.listen(port).catch(async (error) => {
    await end();
    throw error;
  });
  log(`listening on ${url}, which lists its routes`);
  if (requestsPerS > 0) {
    log(`load: ${requestsPerS} chats a second (REQUESTS_PER_S); every eighth client leaves early`);
    void drive({ url, requestsPerS, signal: load.signal });
  }
  const endReport = startReport(gateway.pool, log);
  return async () => {
    endReport();
    await end();
  };
}
