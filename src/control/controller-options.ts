import { ConfigError } from "../errors";
import type { Policy } from "../policies/policy";
import { type PolicyName, resolvePolicy } from "../policies/policy-guard";
import type { Scope } from "../scoring/freeze-inputs";

/** How a controller acts. */
export interface ControllerOptions {
  /**
   * Policy that decides which split of the engines is best: `reactive`, as the spec says (default), `headroom`
   * (docs/policies.md), or a custom policy.
   */
  readonly policy?: PolicyName | Policy;
  /** Whether moves take effect at once, or the host applies them and says so. Default `auto`. */
  readonly applyMoves?: "auto" | "host";
  /**
   * Behaviour while an engine is unavailable: hold, as the spec says (default), or rebalance among the available
   * ones; splits then count these only.
   */
  readonly whileUnavailable?: "hold" | "rebalance";
}

/** The options as a controller uses them. */
export interface Acting {
  readonly policy: Policy;
  /** Whether the host applies the moves. */
  readonly host: boolean;
  /** The engines that a split divides. */
  readonly scope: Scope;
}

/** @throws ConfigError */
export function actingOf(options: ControllerOptions): Acting {
  const { applyMoves = "auto", whileUnavailable = "hold", policy = "reactive" } = options;
  checkOption("applyMoves", applyMoves, ["auto", "host"]);
  checkOption("whileUnavailable", whileUnavailable, ["hold", "rebalance"]);
  const scope = whileUnavailable === "rebalance" ? "available" : "all";
  return { policy: resolvePolicy(policy), host: applyMoves === "host", scope };
}

function checkOption(field: string, value: string, allowed: readonly string[]): void {
  if (!allowed.includes(value)) throw new ConfigError(field, `must be ${allowed.join(" or ")}`, value);
}
