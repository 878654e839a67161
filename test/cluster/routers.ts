import { type ManualClock, manualClock } from "../../src/clock";
import {
  type ClusterMember,
  type ClusterOptions,
  type FleetView,
  joinCluster,
  type MemoryStore,
  memoryStore,
} from "../../src/cluster";
import type { Decision } from "../../src/decision/decision";
import { createPoolSync, type PoolOptions } from "../../src/pool/create-pool";
import type { Pool } from "../../src/pool/pool";
import { Random } from "../../src/random/random";
import { PROFILE } from "../fleet/fixtures";
import { SplitTraffic } from "./split-traffic";

/** Some routers, and one pool that gets everything that they get. */
export interface Routers {
  readonly clock: ManualClock;
  readonly store: MemoryStore;
  readonly pools: readonly Pool[];
  readonly members: readonly ClusterMember[];
  readonly one: Pool;
}

const IDS = ["e1", "e2", "e3", "e4", "e5", "e6"];

/** Spans so short that a short run shows evidence, confirmations, cooldown and moves. */
const SHORT: Partial<PoolOptions> = {
  windowS: 20,
  stepS: 2,
  minArrivals: 2,
  demandFloor: 0.01,
  movementMargin: 0.01,
  cooldownS: 4,
  dwellS: 3,
  evidenceSpanS: 4,
  evidenceMaxSpanS: 8,
  evidenceMinArrivals: 2,
  decodeCorrectionMin: 1,
  decodeCorrectionMax: 1,
};

/** So many routers, and the one pool, on one clock. */
export async function startRouters(
  count: number,
  options: Partial<PoolOptions>,
  cluster: Partial<ClusterOptions> = {},
): Promise<Routers> {
  const clock = manualClock(0);
  const engines = IDS.map((id, number) => ({ id, role: number < 2 ? "prefill" : "decode", profile: PROFILE }) as const);
  const create = () => createPoolSync({ slo: { ttftS: 1, tpotS: 0.05 }, engines, clock, ...SHORT, ...options });
  const pools = Array.from({ length: count }, create);
  const store = memoryStore(clock);
  const members: ClusterMember[] = [];
  for (const pool of pools)
    members.push(await joinCluster(pool, { name: "test", store, graceS: 0, maxShapes: 128, ...cluster }));
  return { clock, store, pools, members, one: create() };
}

/** What is compared of a decision. */
export function essence({ at, prefill, decode, moves, by, reason, result }: Decision) {
  return { at, prefill, decode, moves, by, reason, result };
}

/** A cut: what the leader decided, and what the one pool decides. */
export interface Cut {
  readonly cutS: number;
  readonly cluster: readonly Decision[];
  readonly one: readonly Decision[];
  readonly fleet: FleetView | null;
}

/** All members pass that are not down, the leader last, and so does the one pool. */
export async function passAll(
  { clock, members, one }: Routers,
  down: ReadonlySet<ClusterMember> = new Set(),
): Promise<Cut> {
  const up = members.filter((member) => !down.has(member));
  for (const member of up) if (!member.state().leads) await member.pass();
  for (const member of up) if (member.state().leads) await member.pass();
  const decisions = one.pass().decisions;
  const leading = up.find((member) => member.state().leads);
  const fleet = leading?.fleet() ?? null;
  return { cutS: clock.now(), cluster: fleet?.decisions ?? [], one: decisions, fleet };
}

function draws(seed: number): () => number {
  const random = new Random(seed);
  return () => random.uniform();
}

/** Lets so many seconds of traffic come to the routers, with a pass at each whole second; `before` says who is down. */
export async function run(
  routers: Routers,
  seed: number,
  seconds: number,
  before: (second: number) => ReadonlySet<ClusterMember> = () => new Set(),
): Promise<Cut[]> {
  const traffic = new SplitTraffic(routers, IDS, draws(seed));
  const cuts: Cut[] = [];
  for (let second = 1; second <= seconds; second += 1) {
    traffic.second(second - 1);
    routers.clock.set(second);
    cuts.push(await passAll(routers, before(second)));
  }
  return cuts;
}
