import type { Role } from "../fleet";
import { byAdvantage, type EngineSpeed } from "./fluid-fleet";
import type { ScheduledMove } from "./play";

/** Moves that give each epoch its split: those move that lose least by it, of equals the first ones. */
export function movesOf(
  splits: readonly number[],
  epochS: number,
  engines: readonly { readonly id: string; readonly role: Role }[],
  speeds: readonly EngineSpeed[],
): ScheduledMove[] {
  const order = byAdvantage(speeds).map(({ id }) => id);
  const roles = new Map(engines.map(({ id, role }) => [id, role]));
  const moves: ScheduledMove[] = [];
  for (const [epoch, split] of splits.entries()) {
    const prefill = order.filter((id) => roles.get(id) === "prefill");
    const decode = order.filter((id) => roles.get(id) === "decode");
    const joining = decode.slice(0, Math.max(0, split - prefill.length));
    const leaving = prefill.slice(Math.min(prefill.length, split));
    for (const engine of joining) note(engine, "prefill", epoch);
    for (const engine of leaving) note(engine, "decode", epoch);
  }
  return moves;

  function note(engine: string, to: Role, epoch: number): void {
    roles.set(engine, to);
    moves.push({ atS: epoch * epochS, engine, to });
  }
}
