import { NarwhalError } from "../errors";

/**
 * Why a router cannot be a member: another cluster has the name; its requests have run on another clock for too long;
 * its pool cannot be shared.
 */
export type ClusterReason = "fingerprint" | "clock" | "pool";

/** A router cannot join a cluster. Its pool goes on alone. */
export class ClusterError extends NarwhalError {
  override readonly name = "ClusterError";
  readonly reason: ClusterReason;

  constructor(reason: ClusterReason, detail: string) {
    super("ERR_NARWHAL_CLUSTER", `the cluster cannot be joined (${reason}): ${detail}`);
    this.reason = reason;
  }
}
