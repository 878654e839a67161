import type { Demand } from "../accounting/demand";
import { poolLoads } from "../control/panic";
import type { Fleet } from "../fleet";
import type { Accounts } from "./accounts";

/** Load of each role: 1 is the SLO's limit. Null: the pool has no engine. */
export interface PoolLoads {
  readonly prefill: number | null;
  readonly decode: number | null;
}

/** The demand of a pool in engines. The four numbers are null where the pool has no engine: nothing has a price then. */
export type PoolDemand = Omit<Demand, EngineNumbers> & { readonly [Field in EngineNumbers]: number | null };

export type EngineNumbers = "prefillDemand" | "decodeDemand" | "residentEngines" | "expectedEngines";

/** The demand of a pool that has engines, as those of a replay do. */
export function servedDemand(demand: PoolDemand): Demand {
  return demand as Demand;
}

/** The demand of the window under the profiles that exist, with what is learned now. */
export function windowDemand({ accounting, controller, fleet, config }: Accounts, nowS: number): Demand {
  accounting.learn(nowS);
  const profiles = controller.profiles.existing(fleet.engines);
  return accounting.price(nowS, config.windowS, profiles, fleet.decodeCorrection());
}

/** The demand without any engine. */
export const NO_DEMAND: Pick<PoolDemand, EngineNumbers> = Object.freeze({
  prefillDemand: null,
  decodeDemand: null,
  residentEngines: null,
  expectedEngines: null,
});

/** Loads now. */
export function loadsOf(fleet: Fleet, nowS: number): PoolLoads {
  return fleet.engines.length === 0 ? { prefill: null, decode: null } : poolLoads(fleet, nowS);
}
