import { ArgumentError } from "../errors";
import { Pool } from "../pool/pool";
import { type ClusterOptions, settingsOf } from "./cluster-options";
import { ClusterMember } from "./member";

/**
 * Joins a cluster: the routers of one fleet, of which one decides for all. Join before the pool serves: its clock
 * becomes that of the store. Without an answer of the store within `joinTimeoutS` the member serves, decides nothing,
 * and joins at a later pass.
 *
 * @throws ArgumentError for an option; ClusterError where another cluster has the name
 * @example
 * const member = await joinCluster(pool, { name: "chat", store: redisStore(client) });
 * setInterval(async () => {
 *   for (const { engine, to } of (await member.pass()).moves) setRole(engine, to);
 * }, 1000);
 */
export async function joinCluster(pool: Pool, options: ClusterOptions): Promise<ClusterMember> {
  if (!(pool instanceof Pool)) throw new ArgumentError("pool", "must be a pool", pool);
  const settings = settingsOf(options);
  const member = new ClusterMember(crypto.randomUUID(), Pool.accountsOf(pool), settings);
  await member.enter();
  return member;
}
