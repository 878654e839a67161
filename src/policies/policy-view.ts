import type { Accounting } from "../accounting/accounting";
import type { OfferedRates } from "../accounting/offered-work";
import type { Config } from "../config";
import type { DecisionRelief } from "../decision/decision";
import type { Engine, Fleet } from "../fleet";
import { countInScope, enginesInScope, type Scope } from "../scoring/freeze-inputs";
import type { Reading } from "../scoring/reading";
import type { ScoreOptions, SplitScore } from "../scoring/scores";
import { type SplitScorer, scorerOf } from "../scoring/split-scorer";
import type { Backlog, PolicyView, ProfileFits } from "./policy";

/** What a view is made of. */
export interface ViewInputs {
  readonly nowS: number;
  readonly accounting: Accounting;
  readonly fleet: Fleet;
  readonly scope: Scope;
  readonly moveS: number;
  readonly relief: DecisionRelief | null;
  /** Takes the reading, when it is first asked for. */
  readonly read: () => Reading;
}

/** What a policy looks at now. */
export function viewOf(inputs: ViewInputs): PolicyView {
  return Object.freeze(new View(inputs));
}

/** A class, since an object literal with a getter takes V8 microseconds. */
class View implements PolicyView {
  readonly nowS: number;
  readonly config: Config;
  readonly prefillEngines: number;
  readonly decodeEngines: number;
  readonly leastPrefill: number;
  readonly mostPrefill: number;
  readonly backlog: Backlog;
  readonly offered: OfferedRates | null;
  readonly fits: ProfileFits;
  readonly moveS: number;
  readonly relief: DecisionRelief | null;
  readonly #scorer: SplitScorer;
  readonly #read: () => Reading;
  #reading: Reading | null = null;

  constructor({ nowS, accounting, fleet, scope, moveS, relief, read }: ViewInputs) {
    const { config, offeredWork } = accounting;
    const { leastPrefill, mostPrefill } = splitBounds(accounting, fleet, scope);
    this.nowS = nowS;
    this.config = config;
    this.prefillEngines = countInScope(fleet, "prefill", scope);
    this.decodeEngines = countInScope(fleet, "decode", scope);
    this.leastPrefill = leastPrefill;
    this.mostPrefill = mostPrefill;
    this.backlog = backlogOf(accounting, fleet);
    this.offered = offeredWork?.priced ? offeredWork.rates(nowS) : null;
    this.fits = profileFits(fleet);
    this.moveS = moveS;
    this.relief = relief;
    this.#scorer = scorerOf(accounting);
    this.#read = read;
  }

  get reading(): Reading {
    this.#reading ??= this.#read();
    return this.#reading;
  }

  /** A field, so that a policy may take it out of the view. */
  readonly score = (prefill: number, options?: ScoreOptions): SplitScore =>
    this.#scorer.score(this.reading.snapshot, prefill, options);
}

/** Splits between these keep both floors, and leave pinned engines where they are. */
function splitBounds({ config }: Accounting, fleet: Fleet, scope: Scope) {
  const engines = enginesInScope(fleet, scope);
  const pinned = (role: Engine["role"]) => engines.filter((engine) => engine.pinned && engine.role === role).length;
  return {
    leastPrefill: Math.max(config.minPrefill, pinned("prefill")),
    mostPrefill: engines.length - Math.max(config.minDecode, pinned("decode")),
  };
}

function backlogOf({ offeredWork }: Accounting, fleet: Fleet): Backlog {
  let decodeEngines = 0;
  let waitingDecode = 0;
  for (const request of fleet.waiting()) {
    if (request.nextPhase !== "decode") continue;
    waitingDecode += 1;
    if (offeredWork) decodeEngines += offeredWork.price(request.inputTokens, request.requestedOrOpen, 0).decodeEngines;
  }
  return {
    prefillS: fleet.residentPrefillS() + fleet.queuedPrefillS(),
    decodeEngines,
    waitingPrefill: fleet.waitingRequests - waitingDecode,
    waitingDecode,
  };
}

/** Fits that differ from 1 by less than this factor are 1, and larger ones are smaller by it: measurements scatter. */
const DEAD_BAND = 1.2;

/** The live fits of the profiles, as policies use them. */
export function profileFits(fleet: Fleet): ProfileFits {
  if (fleet.prefillFit === null) return { prefill: 1, decode: 1 };
  return { prefill: banded(fleet.prefillFit.ratio), decode: banded(fleet.decodeCorrection()) };
}

function banded(ratio: number): number {
  const bounded = Math.min(2, Math.max(0.5, ratio));
  return Math.min(Math.max(1, bounded / DEAD_BAND), bounded * DEAD_BAND);
}
