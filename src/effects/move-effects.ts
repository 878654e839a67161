import type { OutcomeWindow } from "../accounting/outcome-window";
import type { Decision } from "../decision/decision";
import type { MoveEffect } from "../decision/move-effect";
import type { Cause } from "../decision/reasons";
import type { Fleet } from "../fleet";
import { MoveSlope, type SlopeState } from "./move-slope";
import { type PhaseWork, type Split, tighterLoad, WorkSamples } from "./work-samples";

/** Seconds before a decision, and after its move, that are compared. */
const EFFECT_S = 30;
/** A move that another one follows sooner is not measured. */
const LEAST_S = 10;

/** A decision whose moves took effect. */
interface Begun {
  readonly decision: Decision;
  readonly movedS: number;
  readonly from: Split;
  readonly to: Split;
  readonly workBefore: PhaseWork | null;
  readonly bothBefore: number | null;
}

/**
 * Measures gains of moves: the record of a decision is completed some time after its moves took effect. It decides
 * nothing, and counts for this process since its last restore.
 */
export class MoveEffects {
  readonly #fleet: Fleet;
  readonly #outcomes: OutcomeWindow;
  readonly #tpotSloS: number;
  // Two spans that follow each other are known.
  readonly #samples = new WorkSamples(2 * EFFECT_S);
  readonly #slopes = new Map<Cause, MoveSlope>();
  #proposed: Decision | null = null;
  #begun: Begun | null = null;

  constructor(fleet: Fleet, outcomes: OutcomeWindow, { tpotSloS }: { readonly tpotSloS: number }) {
    this.#fleet = fleet;
    this.#outcomes = outcomes;
    this.#tpotSloS = tpotSloS;
  }

  /** Gains of the moves of each cause, beside what was predicted. */
  slopes(): ReadonlyMap<Cause, SlopeState> {
    return new Map([...this.#slopes].map(([by, slope]) => [by, slope.state()]));
  }

  /** Decisions were made, and moved engines at once or proposed to. @returns effects that are known now */
  decided(decisions: readonly Decision[], nowS: number): MoveEffect[] {
    const proposed = decisions.find(({ result }) => result === "proposed");
    if (proposed) this.#proposed = proposed;
    return decisions.filter(({ result }) => result === "applied").flatMap((decision) => this.#begin(decision, nowS));
  }

  /** The host has made the move that was proposed. @returns effects that are known now */
  confirmed(nowS: number): MoveEffect[] {
    const decision = this.#proposed;
    this.#proposed = null;
    return decision ? this.#begin(decision, nowS) : [];
  }

  /** A monitoring pass: the work is looked at, before anything moves. @returns effects that are known now */
  pass(nowS: number): MoveEffect[] {
    this.#samples.add(this.#fleet, this.#tpotSloS, nowS);
    const begun = this.#begun;
    return begun && nowS - begun.movedS >= EFFECT_S ? this.#complete(begun, nowS) : [];
  }

  /** Forgets all: another pool's accounts were restored. */
  clear(): void {
    this.#samples.clear();
    this.#slopes.clear();
    this.#proposed = null;
    this.#begun = null;
  }

  /** The moves before these are measured up to now. */
  #begin(decision: Decision, nowS: number): MoveEffect[] {
    const before = this.#begun;
    const known = before && nowS - before.movedS >= LEAST_S ? this.#complete(before, nowS) : [];
    const to = { prefill: this.#fleet.countByRole("prefill"), decode: this.#fleet.countByRole("decode") };
    const joined = decision.moves.reduce((sum, move) => sum + (move.to === "prefill" ? 1 : -1), 0);
    this.#begun = {
      decision,
      movedS: nowS,
      from: { prefill: to.prefill - joined, decode: to.decode + joined },
      to,
      workBefore: this.#samples.mean(decision.at - EFFECT_S, decision.at),
      bothBefore: this.#outcomes.since(decision.at - EFFECT_S).bothRatio,
    };
    return known;
  }

  #complete(begun: Begun, nowS: number): MoveEffect[] {
    this.#begun = null;
    const { decision, movedS, from, to, workBefore, bothBefore } = begun;
    const { at: decidedS, by, moves } = decision;
    const loadsWith = (work: PhaseWork | null) => ({
      unmoved: work && tighterLoad(work, from),
      moved: work && tighterLoad(work, to),
    });
    const predicted = loadsWith(predictedWork(decision));
    const measured = loadsWith(this.#samples.mean(movedS, nowS));
    const slope = this.#slopes.get(by) ?? new MoveSlope();
    this.#slopes.set(by, slope);
    slope.add(gainOf(predicted), gainOf(measured));
    const loadBefore = workBefore && tighterLoad(workBefore, from);
    const both = { before: bothBefore, after: this.#outcomes.since(movedS).bothRatio };
    return [{ decidedS, movedS, measuredS: nowS, by, moves, predicted, measured, loadBefore, both }];
  }
}

/** Load that the tighter role lost by the moves; null: unknown. */
function gainOf({ unmoved, moved }: MoveEffect["measured"]): number | null {
  return unmoved === null || moved === null ? null : unmoved - moved;
}

/** The work that a decision saw, in engines; null: its record names none. */
function predictedWork(decision: Decision): PhaseWork | null {
  const prefill = decision.prefillLoadEngines ?? decision.prefillWork;
  const decode = decision.decodeLoadEngines ?? decision.decodeWork;
  return prefill === undefined || decode === undefined ? null : { prefill, decode };
}
