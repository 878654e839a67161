import type { Config } from "../config";
import type { Engine, Fleet } from "../fleet";
import { otherRole, type Role } from "../roles";
import type { MoveRequest } from "./move-request";

/** Engines of the other role that may give it up, but for how long they have had it. */
export function unpinnedDonors(fleet: Fleet, target: Role): Engine[] {
  const source = otherRole(target);
  return fleet.engines.filter((engine) => engine.available && engine.role === source && !engine.pinned);
}

/** Whether an engine has been in its role for long enough. */
export function mayMove(engine: Engine, { dwellS }: Config, nowS: number): boolean {
  return dwellS <= 0 || sinceMoveS(engine, nowS) >= dwellS;
}

/** Seconds since an engine's last move; Infinity before one. */
export function sinceMoveS({ lastMoveS }: Engine, nowS: number): number {
  return lastMoveS === null ? Number.POSITIVE_INFINITY : nowS - lastMoveS;
}

/** The engine that can give its role up most easily, of those that may; the first in fleet order of equals. */
export function easiestDonor(
  { target, prefers = () => 0 }: MoveRequest,
  fleet: Fleet,
  config: Config,
  nowS: number,
): Engine {
  const donors = unpinnedDonors(fleet, target).filter((engine) => mayMove(engine, config, nowS));
  return donors.reduce((best, engine) => {
    const preferred = prefers(engine, best);
    return preferred > 0 || (preferred === 0 && donatesBefore(engine, best, target)) ? engine : best;
  });
}

function donatesBefore(engine: Engine, best: Engine, target: Role): boolean {
  const strange = holdsTarget(engine, target) - holdsTarget(best, target);
  return strange < 0 || (strange === 0 && donorLoad(engine, target) < donorLoad(best, target));
}

/** 0 if it holds residents of the target phase already, else 1. */
function holdsTarget(engine: Engine, target: Role): number {
  const residents = target === "prefill" ? engine.prefillRequests : engine.decodeRequests;
  return residents > 0 ? 0 : 1;
}

function donorLoad(engine: Engine, target: Role): number {
  if (target === "prefill") return engine.decodeTokens;
  return engine.profile ? engine.residentPrefillS() : engine.prefillTokens;
}
