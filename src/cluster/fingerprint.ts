import { boundsOf } from "../handoff/bounds";
import { FORMAT_VERSION } from "../handoff/envelope";
import type { Accounts } from "../pool/accounts";

/** Settings that all routers of a cluster must share, as one text. */
export function fingerprintOf(name: string, { config, controller }: Accounts): string {
  const { ttftSloS, tpotSloS, stepS } = config;
  const bounds = Object.values(boundsOf(config)).join(" ");
  return `${name} v${FORMAT_VERSION} ${controller.policy.name} ${ttftSloS} ${tpotSloS} ${stepS} ${bounds}`;
}
