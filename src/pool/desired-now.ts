import { type DesiredEngines, desiredEngines } from "../scaling/desired";
import type { DesiredOptions } from "../scaling/desired-options";
import type { Accounts } from "./accounts";

/** The desired fleet of a pool now. */
export function desiredNow(
  accounts: Accounts,
  nowS: number,
  options: DesiredOptions = accounts.desired,
): DesiredEngines {
  const { accounting, controller, fleet, config } = accounts;
  const { residentDecodeRequests } = fleet.read(nowS);
  const arrivals = accounting.history(nowS).arrivals.observations;
  const demand = () => {
    accounting.learn(nowS);
    const profiles = controller.profiles.existing(fleet.engines);
    return accounting.price(nowS, config.windowS, profiles, fleet.decodeCorrection());
  };
  return desiredEngines(
    {
      view: controller.look(nowS),
      demand,
      startedS: accounting.startedS,
      decodingRequests: residentDecodeRequests,
      active: arrivals + accounting.offers.pending + fleet.waitingRequests + residentDecodeRequests > 0,
    },
    options,
  );
}
