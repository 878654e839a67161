import type { Config } from "../config";
import type { Limit, RoleMove } from "../decision/decision";
import type { BlockedReason, Cause, MoveReason, REFUSAL_REASONS } from "../decision/reasons";
import { FLOOR_REASONS } from "../decision/vocabulary";
import type { Engine, Fleet } from "../fleet";
import { limitOf } from "../policies/limits";
import { otherRole, type Phase, type Role } from "../roles";

/** A wish to move one engine. */
export interface MoveRequest {
  readonly target: Role;
  readonly by: Cause;
  readonly bypassCooldown?: boolean;
  /** The engine that gives its role up, where it is named: then it may be dwelling. */
  readonly donor?: Engine;
  /** Whose loss costs less: > 0 the first one's, < 0 the second one's. Default: no difference. */
  readonly prefers?: (engine: Engine, other: Engine) => number;
}

/** What became of it. */
export type MoveOutcome =
  | { readonly result: "applied" | "proposed"; readonly reason: MoveReason; readonly move: RoleMove }
  | { readonly result: "advisory"; readonly reason: MoveReason; readonly limit: Limit }
  | { readonly result: "blocked"; readonly reason: BlockedReason; readonly limit: Limit };

/** What became of a wish to move several engines: `limit` of an applied one is the gate that stopped the rest. */
export interface SeveralOutcome {
  readonly result: MoveOutcome["result"];
  readonly reason: MoveOutcome["reason"];
  readonly limit: Limit | null;
  readonly moves: readonly RoleMove[];
}

/** A move that was not made. */
export interface Refusal {
  readonly atS: number;
  readonly target: Role;
  readonly by: Cause;
  readonly reason: (typeof REFUSAL_REASONS)[number];
}

/** Counts of moves. */
export interface MoveCounts {
  /** Applied moves by `cause:role`. */
  readonly moves: ReadonlyMap<string, number>;
  /** Moves of an engine to another role than its last move's. */
  readonly reversals: number;
  readonly refusals: number;
  /** Residents that the moved engines held at their moves, by phase. */
  readonly inflight: Readonly<Record<Phase, number>>;
  /** The newest refusals, the last one newest. */
  readonly newestRefusals: readonly Refusal[];
}

interface PendingMove extends MoveRequest {
  readonly move: RoleMove;
  readonly proposedS: number;
}

/** What moves need to go on elsewhere, besides what the engines know. */
export interface MovesState extends MoveCounts {
  /** Time of the last move to decode, or of the start, in seconds. */
  readonly lastToDecodeS: number;
  /** Where the engines that have moved were moved to last. */
  readonly lastTargets: readonly { readonly engine: string; readonly target: Role }[];
  /** The move that waits for the host. */
  readonly pending: { readonly by: Cause; readonly move: RoleMove; readonly proposedS: number } | null;
  /** What the host took for its last move, in seconds. */
  readonly lastMoveS: number;
}

/** How many refusals are kept, the newest. */
export const NEWEST_REFUSALS = 20;

/** Moves engines between the roles (semantics, section 11): the gates in their order, the donor, the counts. */
export class Moves {
  readonly #config: Config;
  readonly #fleet: Fleet;
  readonly #host: boolean;
  #lastTargets = new WeakMap<Engine, Role>();
  #counts = new Map<string, number>();
  #inflight = { prefill: 0, decode: 0 };
  #refusals: Refusal[] = [];
  #refused = 0;
  #reversals = 0;
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
    const blocked = this.#blocked(request, nowS);
    if (blocked) return this.#refuse(request, blocked, nowS);
    const donor = request.donor ?? this.#donor(request, nowS);
    const guarded = this.#guarded(request.target, donor);
    if (guarded) return this.#refuse(request, guarded, nowS);
    const reason = moveReason(request.by);
    if (this.#config.advisory) {
      this.#count({ atS: nowS, target: request.target, by: request.by, reason: "advisory" });
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
    this.#count({ atS: nowS, target: pending.target, by: pending.by, reason: "move_failed" });
    return pending.move;
  }

  /** What was counted so far. */
  counts(): MoveCounts {
    return {
      moves: this.#counts,
      reversals: this.#reversals,
      refusals: this.#refused,
      inflight: this.#inflight,
      newestRefusals: this.#refusals,
    };
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
    this.#counts = new Map(state.moves);
    this.#inflight = { ...state.inflight };
    this.#refusals = [...state.newestRefusals];
    this.#refused = state.refusals;
    this.#reversals = state.reversals;
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
    if (this.#lastTargets.get(donor) === otherRole(target)) this.#reversals += 1;
    this.#inflight.prefill += donor.prefillRequests;
    this.#inflight.decode += donor.decodeRequests;
    const key = `${by}:${target}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    this.#lastTargets.set(donor, target);
    donor.lastMoveS = nowS;
    if (target === "decode") this.#lastToDecodeS = nowS;
    this.#fleet.setRole(donor.id, target);
  }

  /** The first gate that blocks the move, null if none does. */
  #blocked(request: MoveRequest, nowS: number): BlockedGate | null {
    return this.#coolingDown(request, nowS) ?? this.#floor(request) ?? this.#noDonor(request, nowS);
  }

  #coolingDown({ target, bypassCooldown }: MoveRequest, nowS: number): BlockedGate | null {
    const { cooldownS } = this.#config;
    const elapsedS = nowS - this.#lastToDecodeS;
    if (target !== "decode" || bypassCooldown || elapsedS >= cooldownS) return null;
    return { reason: "cooldown", limit: limitOf("cooldown", elapsedS, cooldownS, cooldownS - elapsedS) };
  }

  #floor({ target }: MoveRequest): BlockedGate | null {
    const source = otherRole(target);
    const available = this.#fleet.availableByRole(source);
    if (available <= 1) return { reason: "last_live_engine", limit: limitOf("last_live_engine", available, 2) };
    const floor = source === "prefill" ? this.#config.minPrefill : this.#config.minDecode;
    if (available - 1 >= floor) return null;
    const reason = `live_floor_${source}` as const;
    return { reason, limit: limitOf(reason, available - 1, floor) };
  }

  #noDonor(request: MoveRequest, nowS: number): BlockedGate | null {
    if (request.donor) return null;
    const unpinned = this.#unpinned(request.target);
    if (unpinned.length === 0) return { reason: "pinned", limit: limitOf("pinned", 0, 1) };
    if (unpinned.some((engine) => this.#mayMove(engine, nowS))) return null;
    const sinceS = Math.max(...unpinned.map((engine) => sinceMoveS(engine, nowS)));
    const { dwellS } = this.#config;
    return { reason: "dwell", limit: limitOf("dwell", sinceS, dwellS, dwellS - sinceS) };
  }

  #unpinned(target: Role): Engine[] {
    const source = otherRole(target);
    return this.#fleet.engines.filter((engine) => engine.available && engine.role === source && !engine.pinned);
  }

  /** Whether it has been in its role for long enough. */
  #mayMove(engine: Engine, nowS: number): boolean {
    const { dwellS } = this.#config;
    return dwellS <= 0 || sinceMoveS(engine, nowS) >= dwellS;
  }

  /** The engine that can give its role up most easily; the first in fleet order of equals. */
  #donor({ target, prefers = () => 0 }: MoveRequest, nowS: number): Engine {
    const donors = this.#unpinned(target).filter((engine) => this.#mayMove(engine, nowS));
    return donors.reduce((best, engine) => {
      const preferred = prefers(engine, best);
      return preferred > 0 || (preferred === 0 && donatesBefore(engine, best, target)) ? engine : best;
    });
  }

  #guarded(target: Role, donor: Engine): BlockedGate | null {
    const { flipResidentGuard } = this.#config;
    const residents = donor.decodeRequests;
    if (target !== "prefill" || flipResidentGuard <= 0 || residents <= flipResidentGuard) return null;
    return { reason: "resident_guard", limit: limitOf("resident_guard", residents, flipResidentGuard) };
  }

  #refuse({ target, by }: MoveRequest, gate: BlockedGate, nowS: number): MoveOutcome {
    this.#count({ atS: nowS, target, by, reason: gate.reason });
    return { result: "blocked", ...gate };
  }

  #count(refusal: Refusal): void {
    this.#refused += 1;
    this.#refusals.push(refusal);
    if (this.#refusals.length > NEWEST_REFUSALS) this.#refusals.shift();
  }
}

function pendingState({ by, move, proposedS }: PendingMove) {
  return { by, move, proposedS };
}

interface BlockedGate {
  readonly reason: BlockedReason;
  readonly limit: Limit;
}

/** Seconds since its last move; Infinity before one. */
function sinceMoveS({ lastMoveS }: Engine, nowS: number): number {
  return lastMoveS === null ? Number.POSITIVE_INFINITY : nowS - lastMoveS;
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

function moveReason(by: Cause): MoveReason {
  return Object.hasOwn(FLOOR_REASONS, by) ? FLOOR_REASONS[by as keyof typeof FLOOR_REASONS] : "improved";
}
