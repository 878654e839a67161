import type { PoolOption } from "../pool-options";
import { snakeCase } from "../schema";
import { InputError } from "./input-error";

const OPTION = "is an option of createPool, and no field of a configuration file";

/** Options that people look for in a configuration file, and where they are. */
export const BESIDE_CONFIGURATION: Readonly<Record<PoolOption, string>> = {
  slo: `${OPTION}: its fields are ttft_slo_s and tpot_slo_s`,
  preset: OPTION,
  engines: `${OPTION}: use --prefill, --decode and --profile`,
  policy: `${OPTION}: use --policy`,
  urgent: `${OPTION}: use --urgent`,
  applyMoves: OPTION,
  whileUnavailable: OPTION,
  desired: OPTION,
  strict: OPTION,
  clock: OPTION,
  journal: `${OPTION}: use --journal`,
  eventLog: `${OPTION}: use --event-log`,
  onLogFault: OPTION,
  module: OPTION,
};

/** Options of the simulated fleet that a replay takes from elsewhere. */
export const BESIDE_SIMULATION = {
  ttftSloS: "belongs in the configuration (--config), or use --slo-ttft",
  tpotSloS: "belongs in the configuration (--config), or use --slo-tpot",
  bucketS: "follows from the length of the trace",
};

/** Throws for a field that is known, but not in this file. */
export function refuseElsewhere(
  path: string | undefined,
  given: object,
  elsewhere: Readonly<Record<string, string>>,
): void {
  const names = Object.keys(given);
  for (const [field, reason] of Object.entries(elsewhere)) {
    const name = [snakeCase(field), field].find((one) => names.includes(one));
    if (name !== undefined) throw new InputError(`${path}: ${name} ${reason}`);
  }
}
