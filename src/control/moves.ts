import type { Config } from "../config";
import type { Limit, RoleMove } from "../decision/decision";
import type { BlockedReason, Cause, MoveReason } from "../decision/reasons";
import { FLOOR_REASONS } from "../decision/vocabulary";
import type { Engine, Fleet } from "../fleet";
import { limitOf } from "../policies/limits";
import { otherRole, type Role } from "../roles";
import { easiestDonor } from "./donor";
import { MoveCounter, type MoveCounts } from "./move-counts";
import { type BlockedGate, blockingGate, floorGate, residentGuard } from "./move-gates";
import type { MoveRequest } from "./move-request";

/** Outcome of a move. */
export type MoveOutcome =
  | { readonly result: "applied" | "proposed"; readonly reason: MoveReason; readonly move: RoleMove }
  | { readonly result: "advisory"; readonly reason: MoveReason; readonly limit: Limit }
  | { readonly result: "blocked"; readonly reason: BlockedReason; readonly limit: Limit };

/** Outcome of a wish to move several engines: `limit` of an applied one is the gate that stopped the rest. */
export interface SeveralOutcome {
  readonly result: MoveOutcome["result"];
  readonly reason: MoveOutcome["reason"];
  readonly limit: Limit | null;
  readonly moves: readonly RoleMove[];
}

/** A proposal that was withdrawn, for it would break a floor. */
export type WithdrawnMove = BlockedGate & Pick<MoveRequest, "by" | "target">;

interface PendingMove extends MoveRequest {
  readonly move: RoleMove;
  readonly proposedS: number;
}

/** State of moves for a handoff, besides what the engines know. */
export interface MovesState extends MoveCounts {
  /** Time of the last move to decode, or of the start, in seconds. */
  readonly lastToDecodeS: number;
  /** Where the engines that have moved were moved to last. */
  readonly lastTargets: readonly { readonly engine: string; readonly target: Role }[];
  /** The move that waits for the host. */
  readonly pending: { readonly by: Cause; readonly move: RoleMove; readonly proposedS: number } | null;
  /** Seconds that the host took for its last move. */
  readonly lastMoveS: number;
}

/** Moves engines between the roles (semantics, section 11): the gates in their order, the donor, the counts. */
export class Moves {
  readonly #config: Config;
  readonly #fleet: Fleet;
  readonly #host: boolean;
  #lastTargets = new WeakMap<Engine, Role>();
  readonly #counter = new MoveCounter();
  #lastToDecodeS: number;
  #pending: PendingMove | null = null;
  #lastMoveS = 0;

  /** @param host whether the host applies the moves: then each is pending until it says so */
  constructor(config: Config, fleet: Fleet, startS: number, host: boolean) {
    this.#config = config;
    this.#fleet = fleet;
    this.#host = host;
    this.#lastToDecodeS = startS;
  }

  /** The move that waits for the host, null if none does. */
  get pending(): RoleMove | null {
    return this.#pending?.move ?? null;
  }

  /** Seconds from the proposal of the last move that the host has made until it had; 0 before one. */
  get lastMoveS(): number {
    return this.#lastMoveS;
  }

  /**
   * Moves up to `engines` engines to the target role, until a gate blocks one. They are one move to the cooldown; the
   * host is asked for one at a time.
   */
  moveSeveral(request: MoveRequest, engines: number, nowS: number): SeveralOutcome {
    const first = this.move(request, nowS);
    if (!("move" in first)) return { ...first, moves: [] };
    const { result, reason, move } = first;
    const moves = [move];
    while (result === "applied" && moves.length < engines) {
      const next = this.move({ ...request, bypassCooldown: true }, nowS);
      if (!("move" in next)) return { result, reason, limit: next.limit, moves };
      moves.push(next.move);
    }
    return { result, reason, limit: null, moves };
  }

  /** Moves one engine to the target role, unless a gate blocks it. */
  move(request: MoveRequest, nowS: number): MoveOutcome {
    const inputs = { config: this.#config, fleet: this.#fleet, lastToDecodeS: this.#lastToDecodeS };
    const blocked = blockingGate(inputs, request, nowS);
    if (blocked) return this.#refuse(request, blocked, nowS);
    const donor = request.donor ?? easiestDonor(request, this.#fleet, this.#config, nowS);
    const guarded = residentGuard(this.#config, request.target, donor);
    if (guarded) return this.#refuse(request, guarded, nowS);
    const reason = moveReason(request.by);
    if (this.#config.advisory) {
      this.#counter.refusal({ atS: nowS, target: request.target, by: request.by, reason: "advisory" });
      return { result: "advisory", reason, limit: limitOf("advisory", 1, 0) };
    }
    const move = { engine: donor.id, from: donor.role, to: request.target };
    if (this.#host) {
      const { prefers: _, ...pending } = request;
      this.#pending = { ...pending, move, proposedS: nowS };
      return { result: "proposed", reason, move };
    }
    this.#apply(donor, request, nowS);
    return { result: "applied", reason, move };
  }

  /**
   * The host has moved the engine.
   *
   * @returns the move, null if none of that engine is pending
   */
  confirm(engineId: string, nowS: number): RoleMove | null {
    const pending = this.#take(engineId);
    if (!pending) return null;
    this.#lastMoveS = Math.max(0, nowS - pending.proposedS);
    this.#apply(this.#fleet.engine(engineId), pending, nowS);
    return pending.move;
  }

  /**
   * The host could not move the engine: the proposal is withdrawn, and counts as a refusal.
   *
   * @returns the move, null if none of that engine is pending
   */
  withdraw(engineId: string, nowS: number): RoleMove | null {
    const pending = this.#take(engineId);
    if (!pending) return null;
    this.#counter.refusal({ atS: nowS, target: pending.target, by: pending.by, reason: "move_failed" });
    return pending.move;
  }

  /**
   * Withdraws the move that waits for the host, if by now it would break a floor: it counts as a refusal.
   *
   * @returns what was withdrawn, and the floor; null if nothing was
   */
  withdrawBroken(nowS: number): WithdrawnMove | null {
    const pending = this.#pending;
    // An engine that is not available is none of the floor.
    if (pending === null || !this.#fleet.engine(pending.move.engine).available) return null;
    const gate = floorGate({ config: this.#config, fleet: this.#fleet }, pending);
    if (gate === null) return null;
    this.#pending = null;
    this.#refuse(pending, gate, nowS);
    return { ...gate, by: pending.by, target: pending.target };
  }

  /** Counts so far. */
  counts(): MoveCounts {
    return this.#counter.counts();
  }

  /** @internal All that it needs to go on elsewhere. */
  exportState(): MovesState {
    const lastTargets = this.#fleet.engines.flatMap((engine) => {
      const target = this.#lastTargets.get(engine);
      return target ? { engine: engine.id, target } : [];
    });
    const pending = this.#pending && pendingState(this.#pending);
    return { ...this.counts(), lastToDecodeS: this.#lastToDecodeS, lastTargets, pending, lastMoveS: this.#lastMoveS };
  }

  /**
   * @internal Goes on from another controller's moves. A move that waits for the host is withdrawn where nobody will answer: the
   * engine is unknown here, or moves are applied at once.
   */
  importState(state: MovesState, nowS: number): void {
    this.#counter.importCounts(state);
    this.#lastToDecodeS = state.lastToDecodeS;
    this.#lastMoveS = state.lastMoveS;
    this.#lastTargets = new WeakMap();
    for (const { engine: id, target } of state.lastTargets) {
      const engine = this.#fleet.find(id);
      if (engine) this.#lastTargets.set(engine, target);
    }
    this.#importPending(state.pending, nowS);
  }

  #importPending(pending: MovesState["pending"], nowS: number): void {
    this.#pending = pending && { ...pending, target: pending.move.to };
    if (!pending || (this.#host && this.#fleet.find(pending.move.engine))) return;
    this.withdraw(pending.move.engine, nowS);
  }

  #take(engineId: string): PendingMove | null {
    const pending = this.#pending;
    if (pending?.move.engine !== engineId) return null;
    this.#pending = null;
    return pending;
  }

  #apply(donor: Engine, { target, by }: MoveRequest, nowS: number): void {
    this.#counter.move(donor, target, by, this.#lastTargets.get(donor) === otherRole(target));
    this.#lastTargets.set(donor, target);
    donor.lastMoveS = nowS;
    if (target === "decode") this.#lastToDecodeS = nowS;
    this.#fleet.setRole(donor.id, target);
  }

  #refuse({ target, by }: MoveRequest, gate: BlockedGate, nowS: number): MoveOutcome {
    this.#counter.refusal({ atS: nowS, target, by, reason: gate.reason });
    return { result: "blocked", ...gate };
  }
}

function pendingState({ by, move, proposedS }: PendingMove) {
  return { by, move, proposedS };
}

function moveReason(by: Cause): MoveReason {
  return Object.hasOwn(FLOOR_REASONS, by) ? FLOOR_REASONS[by as keyof typeof FLOOR_REASONS] : "improved";
}
