import type { Config } from "../config";
import type { EngineProfileInput } from "../profile";
import type { Role } from "../roles";

/** The part of the configuration that the fleet uses. */
export type FleetConfig = Pick<
  Config,
  | "ttftSloS"
  | "tpotSloS"
  | "decodeCorrectionMin"
  | "decodeCorrectionMax"
  | "decodeCorrectionAlpha"
  | "decodeCorrectionMinSamples"
>;

/** Further duties of a fleet. */
export interface FleetOptions {
  /** Whether it learns what its engines can do, and watches how the SLOs are kept. Default false. */
  readonly learns?: boolean;
}

/** An engine as it joins the fleet. */
export interface EngineOptions {
  /** Its name: not empty, of no other engine. */
  readonly id: string;
  readonly role: Role;
  /** Default null: not measured yet. */
  readonly profile?: EngineProfileInput | null;
  /** Whether it can take work. Default true. */
  readonly available?: boolean;
  /** Whether it keeps its role whatever the load. Default false. */
  readonly pinned?: boolean;
}

/** The SLOs that loads are ratios of, in seconds. */
export type LoadSlo = Pick<Config, "ttftSloS" | "tpotSloS">;
