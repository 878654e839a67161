import type { Accounting } from "../accounting/accounting";
import type { OfferedRates } from "../accounting/offered-work";
import type { Config } from "../config";
import type { DecisionRelief } from "../decision/decision";
import type { Engine, Fleet } from "../fleet";
import { countInScope, enginesInScope, type Scope } from "../scoring/freeze-inputs";
import type { Reading } from "../scoring/reading";
import type { ScoreOptions, SplitScore } from "../scoring/scores";
import { type SplitScorer, scorerOf } from "../scoring/split-scorer";
import type { Capacities, SplitCapacity } from "./capacities";
import type { Backlog, PolicyView, ProfileFits, Signals } from "./policy";

/** Inputs of a view. */
export interface ViewInputs {
  readonly nowS: number;
  readonly accounting: Accounting;
  readonly fleet: Fleet;
  readonly scope: Scope;
  readonly moveS: number;
  readonly relief: DecisionRelief | null;
  readonly memory: Record<string, number>;
  readonly capacities: () => Capacities;
  /** Takes the reading, when it is first asked for. */
  readonly read: () => Reading;
}

/** The view of a policy now. */
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
  readonly signals: Signals;
  readonly memory: Record<string, number>;
  readonly moveS: number;
  readonly relief: DecisionRelief | null;
  readonly #scorer: SplitScorer;
  readonly #read: () => Reading;
  readonly #takeCapacities: () => Capacities;
  #capacities: Capacities | null = null;
  #reading: Reading | null = null;

  constructor({ nowS, accounting, fleet, scope, moveS, relief, memory, capacities, read }: ViewInputs) {
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
    this.signals = signalsOf(fleet, nowS);
    this.memory = memory;
    this.#takeCapacities = capacities;
    this.moveS = moveS;
    this.relief = relief;
    this.#scorer = scorerOf(accounting);
    this.#read = read;
  }

  get reading(): Reading {
    this.#reading ??= this.#read();
    return this.#reading;
  }

  readonly capacity = (prefill: number): SplitCapacity => {
    this.#capacities ??= this.#takeCapacities();
    return this.#capacities.of(prefill);
  };

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
  let decodeDemand = 0;
  let waitingDecode = 0;
  let queuedPrefillS = 0;
  for (const request of fleet.waiting()) {
    if (request.nextPhase !== "decode") {
      if (offeredWork) queuedPrefillS += offeredWork.prefillS(request.prefillTokens);
      continue;
    }
    waitingDecode += 1;
    if (offeredWork) decodeDemand += offeredWork.price(request.inputTokens, request.requestedOrOpen, 0).decodeDemand;
  }
  return {
    prefillS: offeredWork ? learnedPrefillS(fleet) + queuedPrefillS : fleet.residentPrefillS() + fleet.queuedPrefillS(),
    decodeDemand,
    waitingPrefill: fleet.waitingRequests - waitingDecode,
    waitingDecode,
  };
}

/** Seconds of prefill work of all prefill residents, by what is known of their engines now. */
function learnedPrefillS(fleet: Fleet): number {
  return fleet.engines.reduce((sumS, engine) => sumS + engine.residentPrefillS(engine.learning?.model.profile), 0);
}

function signalsOf(fleet: Fleet, nowS: number): Signals {
  if (fleet.learning === null) return NO_SIGNALS;
  const { firstTokensPerS, firstTokens, lateShare, gapRatio } = fleet.learning.signals;
  return { firstTokensPerS, firstTokens, lateShare, gapRatio, oldestWaitS: oldestWaitS(fleet, nowS) };
}

const NO_SIGNALS: Signals = { firstTokensPerS: null, firstTokens: 0, lateShare: null, oldestWaitS: 0, gapRatio: null };

function oldestWaitS(fleet: Fleet, nowS: number): number {
  for (const { nextPhase, arrivedS } of fleet.waiting()) {
    if (nextPhase === "prefill") return Math.max(0, nowS - arrivedS);
  }
  return 0;
}

/** How much longer work takes than the profiles say, by the live models: the mean of the engines. */
export function profileFits(fleet: Fleet): ProfileFits {
  let prefill = 0;
  let decode = 0;
  let engines = 0;
  for (const { learning } of fleet.engines) {
    if (!learning?.model.prior) continue;
    prefill += learning.model.prefill.scale;
    decode += learning.model.decode.scale;
    engines += 1;
  }
  return engines === 0 ? { prefill: 1, decode: 1 } : { prefill: prefill / engines, decode: decode / engines };
}
