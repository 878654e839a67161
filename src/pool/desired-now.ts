import { type DesiredEngines, desiredEngines } from "../scaling/desired";
import type { DesiredOptions } from "../scaling/desired-options";
import type { Accounts } from "./accounts";
import { windowDemand } from "./pool-demand";

/** The desired fleet of a pool now. */
export function desiredNow(
  accounts: Accounts,
  nowS: number,
  options: DesiredOptions = accounts.desired,
): DesiredEngines {
  const { accounting, controller, fleet } = accounts;
  const { residentDecodeRequests } = fleet.read(nowS);
  const arrivals = accounting.history(nowS).arrivals.observations;
  return desiredEngines(
    {
      view: controller.look(nowS),
      demand: () => windowDemand(accounts, nowS),
      startedS: accounting.startedS,
      decodingRequests: residentDecodeRequests,
      active: arrivals + accounting.offers.pending + fleet.waitingRequests + residentDecodeRequests > 0,
    },
    options,
  );
}
