import type { Config } from "../config";
import type { Limit } from "../decision/decision";
import type { BlockedReason } from "../decision/reasons";
import type { Engine, Fleet } from "../fleet";
import { limitOf } from "../policies/limits";
import { otherRole, type Role } from "../roles";
import { mayMove, sinceMoveS, unpinnedDonors } from "./donor";
import type { MoveRequest } from "./move-request";

/** A gate that blocks a move. */
export interface BlockedGate {
  readonly reason: BlockedReason;
  readonly limit: Limit;
}

/** Inputs of the gates. */
export interface GateInputs {
  readonly config: Config;
  readonly fleet: Fleet;
  /** Time of the last move to decode, or of the start, in seconds. */
  readonly lastToDecodeS: number;
}

/** The first gate that blocks the move (semantics, section 11, in its order); null if none does. */
export function blockingGate(inputs: GateInputs, request: MoveRequest, nowS: number): BlockedGate | null {
  return coolingDown(inputs, request, nowS) ?? floorGate(inputs, request) ?? donorGate(inputs, request, nowS);
}

function coolingDown(
  { config: { cooldownS }, lastToDecodeS }: GateInputs,
  { target, bypassCooldown }: MoveRequest,
  nowS: number,
): BlockedGate | null {
  const elapsedS = nowS - lastToDecodeS;
  if (target !== "decode" || bypassCooldown || elapsedS >= cooldownS) return null;
  return { reason: "cooldown", limit: limitOf("cooldown", elapsedS, cooldownS, cooldownS - elapsedS) };
}

/** The gate of the floors: one engine fewer of the source role would break them; null if not. */
export function floorGate(
  { config, fleet }: Pick<GateInputs, "config" | "fleet">,
  { target }: Pick<MoveRequest, "target">,
): BlockedGate | null {
  const source = otherRole(target);
  const available = fleet.availableByRole(source);
  if (available <= 1) return { reason: "last_live_engine", limit: limitOf("last_live_engine", available, 2) };
  const floor = source === "prefill" ? config.minPrefill : config.minDecode;
  if (available - 1 >= floor) return null;
  const reason = `live_floor_${source}` as const;
  return { reason, limit: limitOf(reason, available - 1, floor) };
}

function donorGate({ config, fleet }: GateInputs, request: MoveRequest, nowS: number): BlockedGate | null {
  if (request.donor) return null;
  const unpinned = unpinnedDonors(fleet, request.target);
  if (unpinned.length === 0) return { reason: "pinned", limit: limitOf("pinned", 0, 1) };
  if (unpinned.some((engine) => mayMove(engine, config, nowS))) return null;
  const sinceS = Math.max(...unpinned.map((engine) => sinceMoveS(engine, nowS)));
  const { dwellS } = config;
  return { reason: "dwell", limit: limitOf("dwell", sinceS, dwellS, dwellS - sinceS) };
}

/** The gate of the donor itself: an engine with many decode residents does not move to prefill; null if it may. */
export function residentGuard({ flipResidentGuard }: Config, target: Role, donor: Engine): BlockedGate | null {
  const residents = donor.decodeRequests;
  if (target !== "prefill" || flipResidentGuard <= 0 || residents <= flipResidentGuard) return null;
  return { reason: "resident_guard", limit: limitOf("resident_guard", residents, flipResidentGuard) };
}
