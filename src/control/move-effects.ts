import type { OutcomeWindow } from "../accounting/outcome-window";
import type { Decision } from "../decision/decision";
import type { BeforeAndAfter, MoveEffect } from "../decision/move-effect";
import type { Cause } from "../decision/reasons";
import type { Fleet } from "../fleet";
import { LoadSamples } from "./load-samples";
import { MoveSlope, type SlopeState } from "./move-slope";

/** Seconds before a decision, and after its move, that are compared. */
const EFFECT_S = 30;
/** A move that another one follows sooner is not measured. */
const LEAST_S = 10;

/** Moves that wait for their effect. */
interface Begun {
  readonly decision: Decision;
  readonly movedS: number;
  readonly loadBefore: number | null;
  readonly bothBefore: number | null;
}

/**
 * Measures what moves gain: the record of a decision is completed some time after its moves took effect. It decides
 * nothing, and counts for this process since its last restore.
 */
export class MoveEffects {
  readonly #fleet: Fleet;
  readonly #outcomes: OutcomeWindow;
  readonly #samples = new LoadSamples(EFFECT_S);
  readonly #slopes = new Map<Cause, MoveSlope>();
  #proposed: Decision | null = null;
  #begun: Begun | null = null;

  constructor(fleet: Fleet, outcomes: OutcomeWindow) {
    this.#fleet = fleet;
    this.#outcomes = outcomes;
  }

  /** How moves of each cause did against what was expected of them. */
  slopes(): ReadonlyMap<Cause, SlopeState> {
    return new Map([...this.#slopes].map(([by, slope]) => [by, slope.state()]));
  }

  /** Decisions were made. @returns effects that are known now */
  decided(decisions: readonly Decision[], nowS: number): MoveEffect[] {
    const proposed = decisions.find(({ result }) => result === "proposed");
    if (proposed) this.#proposed = proposed;
    return decisions.filter(({ result }) => result === "applied").flatMap((decision) => this.#begin(decision, nowS));
  }

  /** The host has made a move that was proposed. */
  confirmed(nowS: number): MoveEffect[] {
    const decision = this.#proposed;
    this.#proposed = null;
    return decision ? this.#begin(decision, nowS) : [];
  }

  /** A monitoring pass ends: the loads are looked at. */
  pass(nowS: number): MoveEffect[] {
    this.#samples.add(this.#fleet, nowS);
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
    this.#begun = {
      decision,
      movedS: nowS,
      loadBefore: this.#samples.mean(decision.at - EFFECT_S, decision.at),
      bothBefore: this.#outcomes.since(decision.at - EFFECT_S).bothRatio,
    };
    return known;
  }

  #complete({ decision, movedS, loadBefore, bothBefore }: Begun, nowS: number): MoveEffect[] {
    this.#begun = null;
    const { at, by, moves } = decision;
    const predicted = predictedOf(decision);
    const measured = { before: loadBefore, after: this.#samples.mean(movedS, nowS) };
    const both = { before: bothBefore, after: this.#outcomes.since(movedS).bothRatio };
    const slope = this.#slopes.get(by) ?? new MoveSlope();
    this.#slopes.set(by, slope);
    slope.add(gainOf(predicted), gainOf(measured));
    return [{ decidedS: at, movedS, measuredS: nowS, by, moves, predicted, measured, both }];
  }
}

/** By how much a load fell; null where one of both is unknown. */
function gainOf({ before, after }: BeforeAndAfter): number | null {
  return before === null || after === null ? null : before - after;
}

function predictedOf({ prefill, decode, ...facts }: Decision): BeforeAndAfter {
  const prefillWork = facts.prefillLoadEngines ?? facts.prefillWork;
  const decodeWork = facts.decodeLoadEngines ?? facts.decodeWork;
  const { currentPrefill, currentDecode } = facts;
  if (prefillWork === undefined || decodeWork === undefined) return { before: null, after: null };
  if (currentPrefill === undefined || currentDecode === undefined) return { before: null, after: null };
  const tighter = (prefillEngines: number, decodeEngines: number) =>
    Math.max(prefillWork / Math.max(1, prefillEngines), decodeWork / Math.max(1, decodeEngines));
  return { before: tighter(currentPrefill, currentDecode), after: tighter(prefill, decode) };
}
