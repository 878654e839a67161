import { isNotNegative, isPositive, ownFields } from "../check";
import { ArgumentError } from "../errors";
import type { PhaseNeed } from "./fleet-headroom";

/** @throws ArgumentError unless it has a load >= 0 and a spread > 0 */
export function checkNeed(phase: string, given: PhaseNeed): PhaseNeed {
  const { load, spread } = ownFields(phase, given);
  if (!isNotNegative(load)) throw new ArgumentError(`${phase}.load`, "must be >= 0 engines", load);
  if (!isPositive(spread)) throw new ArgumentError(`${phase}.spread`, "must be > 0 engines", spread);
  return { load, spread };
}
