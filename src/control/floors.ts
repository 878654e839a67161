import type { Config } from "../config";
import type { Engine, Fleet } from "../fleet";
import type { MoveRequest } from "./move-request";

/** The move that restores the decode floor. */
export const DECODE_FLOOR: MoveRequest = { target: "decode", by: "decode_floor", bypassCooldown: true };

/** The risk event of a move to decode (step 10, and the restored decode floor). */
export const RECOVERY = "p_to_d_recovery";

/** Whether fewer decode engines are available than have to be (semantics, section 10). */
export function decodeFloorShort({ minDecode }: Config, fleet: Fleet): boolean {
  return fleet.availableByRole("decode") < minDecode;
}

/**
 * The engine that restores the prefill floor (section 10, step 1): the unpinned available decode engine with the fewest
 * residents. null if the floor is not short, or nobody can be spared.
 */
export function prefillFloorDonor({ minPrefill, minDecode }: Config, fleet: Fleet): Engine | null {
  const prefill = fleet.availableByRole("prefill");
  const decode = fleet.availableByRole("decode");
  if (prefill >= minPrefill || decode <= minDecode) return null;
  const donors = fleet.engines.filter((e) => e.available && e.role === "decode" && !e.pinned);
  return donors.reduce<Engine | null>((least, e) => (least && residents(least) <= residents(e) ? least : e), null);
}

function residents(engine: Engine): number {
  return engine.prefillRequests + engine.decodeRequests;
}
