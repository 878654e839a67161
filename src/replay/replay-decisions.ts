import type { Decision, RoleMove } from "../decision/decision";
import type { DecisionResult, Reason } from "../decision/reasons";

/** How often a replay saw a decision end in the same way. */
export interface DecisionCount {
  readonly result: DecisionResult;
  readonly reason: Reason;
  readonly count: number;
  /** How many of them were taken on the urgent path. */
  readonly urgent: number;
}

/** A move of a replay. */
export interface ReplayMove extends RoleMove {
  /** When it was decided, in simulated seconds. */
  readonly decidedS: number;
  /** When the engine took its new role; null: it has not yet. */
  readonly movedS: number | null;
  readonly decision: Decision;
}

/** Keeps account of what the controller decides in a replay. */
export class DecisionLog {
  readonly #counts = new Map<string, DecisionCount>();
  readonly #moves: ReplayMove[] = [];
  #moved = 0;

  /** Notes a decision, with its moves. */
  note(decision: Decision): void {
    this.#count(decision);
    const movedS = decision.result === "applied" ? decision.at : null;
    for (const move of decision.moves) {
      this.#moves.push({ ...move, decidedS: decision.at, movedS, decision });
      if (movedS !== null) this.#moved += 1;
    }
  }

  /** The newest move, which was proposed, has taken effect. */
  moved(atS: number): void {
    const move = this.#moves.pop();
    if (!move) return;
    this.#moves.push({ ...move, movedS: atS });
    this.#moved += 1;
  }

  /** Moves that have taken effect. */
  get movedCount(): number {
    return this.#moved;
  }

  /** All moves, in the order of their decisions. */
  get moves(): readonly ReplayMove[] {
    return [...this.#moves];
  }

  /** How often each result had each reason; the most frequent first, of equals the one that came first. */
  get counts(): readonly DecisionCount[] {
    return [...this.#counts.values()].sort((a, b) => b.count - a.count);
  }

  #count(decision: Decision): void {
    const { result, reason } = decision;
    const key = `${result}:${reason}`;
    const { count, urgent } = this.#counts.get(key) ?? { count: 0, urgent: 0 };
    this.#counts.set(key, { result, reason, count: count + 1, urgent: urgent + (isUrgent(decision) ? 1 : 0) });
  }
}

/** Whether a decision was taken on the urgent path. */
export function isUrgent(decision: Decision): boolean {
  return decision.urgentSignals !== undefined;
}
