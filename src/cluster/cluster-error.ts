import { NarwhalError } from "../errors";

/**
 * Why a router cannot be a member: a cluster of other settings has the name; its pool has served, and its clock is too
 * far from the store's.
 */
export type ClusterReason = "fingerprint" | "clock";

/** A router cannot join a cluster. Its pool goes on alone. */
export class ClusterError extends NarwhalError {
  override readonly name = "ClusterError";
  readonly reason: ClusterReason;

  constructor(reason: ClusterReason, detail: string) {
    super("ERR_NARWHAL_CLUSTER", `the cluster cannot be joined (${reason}): ${detail}`);
    this.reason = reason;
  }
}
