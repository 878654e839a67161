import {
  LEARNED_INPUT,
  LEARNED_REQUESTED,
  LEARNED_ROW_BYTES,
  LEARNED_VALUE,
  PROFILE_BYTES,
  SNAPSHOT_BYTES,
  TOTALS_LARGEST,
  TOTALS_LEAST,
} from "../../assembly/fields";
import {
  HEAP_BASE,
  IO_SHAPES,
  MAX_PROFILES,
  outcomesBytes,
  PROFILES_BASE,
  SNAPSHOT_BASE,
  scratchBytes,
} from "../../assembly/layout";
import { ArgumentError, ConfigError, MemoryError } from "../errors";
import type { EngineProfile } from "../profile";
import { fieldAt } from "./fields";
import { type CoreInstance, instantiateCore } from "./loader";
import { OFFERED_WORK_BYTES, OfferedWorkRegion } from "./offered-work-region";
import { OffersRegion } from "./offers-region";
import { OutcomesRegion, type OutcomesSpec, retainedOutcomes } from "./outcomes-region";
import { type PriceRow, readPrice } from "./price-row";
import { writeProfile } from "./profile-row";
import {
  type DemandRow,
  type LengthRange,
  type Repeated,
  readScore,
  type ScoreRow,
  type ScoringInputsRow,
  type ShapeRow,
  writeScoringInputs,
  writeShape,
} from "./score-rows";
import { bytesOf, retainedBuckets, shapeCells, WindowRegion, type WindowSpec } from "./window-region";

/** Plan of one core: its windows in order of creation, an outcome window, and whether lengths are learned. */
export interface CorePlan {
  readonly windows: readonly WindowSpec[];
  readonly outcomes?: OutcomesSpec;
  /** The window (by position in `windows`) that output lengths are learned from. */
  readonly learnFrom?: number;
  /** Whether statistics of offered work are kept. */
  readonly offeredWork?: boolean;
}

/** Bytes that a plan needs. */
export function planBytes(plan: CorePlan): number {
  let bytes = HEAP_BASE;
  for (const spec of plan.windows) bytes += aligned(bytesOf(spec));
  if (plan.outcomes) bytes += aligned(outcomesBytes(retainedOutcomes(plan.outcomes)));
  if (plan.offeredWork) bytes += OFFERED_WORK_BYTES;
  return bytes + aligned(scratchOf(plan));
}

/** Inputs of decode work, besides the window: semantics, section 6. */
export interface DecodeInputs {
  readonly cutS: number;
  readonly nowS: number;
  readonly tpotSloS: number;
  readonly correction: number;
}

/** Inputs of a price, besides the windows: semantics, section 6. */
export interface PriceInputs extends DecodeInputs {
  readonly spanS: number;
}

/** For the score of a split without engines of both roles. */
const NOT_SERVING: Repeated = { pendingRequests: 0, pendingTokens: 0, correction: 1 };

/** One instance of the core, with memory of its own. */
export class Core {
  readonly windows: readonly WindowRegion[];
  readonly outcomes: OutcomesRegion | null;
  readonly offeredWork: OfferedWorkRegion | null;
  /** Bytes of the memory; they never change. */
  readonly memoryBytes: number;
  readonly #core: CoreInstance;
  readonly #profiles: Float64Array;
  readonly #snapshot: Float64Array;
  /** For scores of the frozen snapshot. */
  #repeated = NOT_SERVING;

  /**
   * @param startS the windows' first head
   * @throws MemoryError when the plan needs more than `maxBytes`
   */
  constructor(plan: CorePlan, startS: number, maxBytes: number, module?: WebAssembly.Module) {
    const bytes = planBytes(plan);
    checkBytes(bytes, maxBytes);
    const core = instantiateCore(bytes, module);
    const { buffer } = core.memory;
    this.#core = core;
    this.memoryBytes = buffer.byteLength;
    this.windows = plan.windows.map((spec) => new WindowRegion(core, spec, startS));
    this.outcomes = plan.outcomes ? new OutcomesRegion(core, plan.outcomes) : null;
    this.offeredWork = plan.offeredWork ? new OfferedWorkRegion(core, startS) : null;
    const learned = plan.learnFrom === undefined ? undefined : this.windows[plan.learnFrom];
    if (learned) core.exports.learnFrom(learned.pointer);
    this.#profiles = new Float64Array(buffer, PROFILES_BASE, (MAX_PROFILES * PROFILE_BYTES) / 8);
    this.#snapshot = new Float64Array(buffer, SNAPSHOT_BASE, SNAPSHOT_BYTES / 8);
  }

  /** Lets offers be counted in two of its windows. */
  offersIn(arrivals: WindowRegion, expected: WindowRegion): OffersRegion {
    return new OffersRegion(this.#core, arrivals, expected);
  }

  /** Puts profiles into force, each distinct one with the number of engines that have it. @throws ArgumentError */
  useProfiles(profiles: ReadonlyMap<EngineProfile, number>): void {
    if (profiles.size > MAX_PROFILES) {
      throw new ArgumentError("profiles", `must be at most ${MAX_PROFILES} distinct ones`, profiles.size);
    }
    let row = 0;
    for (const [profile, engines] of profiles) {
      const start = (row * PROFILE_BYTES) / 8;
      writeProfile(this.#profiles.subarray(start, start + PROFILE_BYTES / 8), profile, engines);
      row += 1;
    }
    this.#core.exports.useProfiles(row);
  }

  /** Relearns output lengths from the completions since `sinceS`; false if an overflow cell forbids it. */
  learn(observed: WindowRegion, sinceS: number, nowS: number): boolean {
    return this.#core.exports.learn(observed.pointer, sinceS, nowS) !== 0;
  }

  /** Output tokens to expect of a request, 0: none; -1: not known. */
  expectedOutput(inputTokens: number, requestedTokens: number): number {
    return this.#core.exports.expectedOutput(inputTokens, requestedTokens);
  }

  /** The learned rows [pow2 input, pow2 requested (0 for outputs), value], ordered. */
  learned(kind: "ratios" | "outputs"): [number, number, number][] {
    const { exports, rows } = this.#core;
    const length = exports.exportLearned(kind === "ratios" ? 1 : 0);
    return Array.from({ length }, (_, row) => {
      const field = (offset: number) => fieldAt(rows, offset, row * LEARNED_ROW_BYTES);
      return [field(LEARNED_INPUT), field(LEARNED_REQUESTED), field(LEARNED_VALUE)];
    });
  }

  /** The count-weighted mean of a residency window since `sinceS`, 0 if it is empty. */
  meanResidency(residency: WindowRegion, sinceS: number, nowS: number): number {
    return this.#core.exports.meanResidency(residency.pointer, sinceS, nowS);
  }

  /** Prices demand (semantics, section 6). */
  price(
    windows: { arrivals: WindowRegion; expected: WindowRegion; unsized: WindowRegion },
    { cutS, spanS, nowS, tpotSloS, correction }: PriceInputs,
  ): PriceRow {
    this.#core.exports.price(
      windows.arrivals.pointer,
      windows.expected.pointer,
      windows.unsized.pointer,
      cutS,
      spanS,
      nowS,
      tpotSloS,
      correction,
    );
    return readPrice(this.#core.result);
  }

  /** Engine-seconds of decode that the arrivals since `cutS` will need. */
  decodeSeconds(expected: WindowRegion, { cutS, nowS, tpotSloS, correction }: DecodeInputs): number {
    return this.#core.exports.decodeSeconds(expected.pointer, cutS, nowS, tpotSloS, correction);
  }

  /** Least and largest length of a window since `sinceS`: inputs of arrivals, requested outputs of expected decode. */
  lengthRange(window: WindowRegion, sinceS: number, nowS: number): LengthRange {
    const { exports, result } = this.#core;
    exports.windowTotals(window.pointer, sinceS, nowS);
    const least = fieldAt(result, TOTALS_LEAST);
    const largest = fieldAt(result, TOTALS_LARGEST);
    return least <= largest ? [least, largest] : null;
  }

  /** Takes the inputs of split scores. */
  freeze(snapshot: ScoringInputsRow, demand: DemandRow, pendingShapes: Iterable<ShapeRow>): void {
    const { exports, rows } = this.#core;
    writeScoringInputs(this.#snapshot, snapshot, demand);
    let filled = 0;
    let pendingRequests = 0;
    let pendingTokens = 0;
    for (const shape of pendingShapes) {
      const [input, output] = shape;
      pendingRequests += 1;
      pendingTokens += input + output / 2;
      writeShape(rows, filled, shape);
      filled += 1;
      if (filled < IO_SHAPES) continue;
      exports.freezePending(filled);
      filled = 0;
    }
    exports.freezePending(filled);
    this.#repeated = { pendingRequests, pendingTokens, correction: snapshot.decodeCorrection };
  }

  /** Scores the split with `prefillEngines` prefill engines from the frozen snapshot (semantics, section 8). */
  score(prefillEngines: number, decodeOverride: number | null, withResidents: boolean): ScoreRow {
    const { exports, result } = this.#core;
    const hasOverride = decodeOverride === null ? 0 : 1;
    const serving = exports.score(prefillEngines, decodeOverride ?? 0, hasOverride, withResidents ? 1 : 0);
    return readScore(result, serving === 1 ? this.#repeated : NOT_SERVING);
  }
}

/** The most that a WebAssembly memory can address, less a page. */
const ADDRESSABLE_BYTES = 2 ** 32 - 2 ** 16;

function checkBytes(bytes: number, maxBytes: number): void {
  if (!(Number.isInteger(maxBytes) && maxBytes > 0)) {
    throw new ConfigError("maxMemoryBytes", "must be a whole number of bytes > 0", maxBytes);
  }
  const limitBytes = Math.min(maxBytes, ADDRESSABLE_BYTES);
  if (!(bytes <= limitBytes)) throw new MemoryError(bytes, limitBytes);
}

function scratchOf(plan: CorePlan): number {
  const spec = plan.learnFrom === undefined ? undefined : plan.windows[plan.learnFrom];
  return spec ? scratchBytes(retainedBuckets(spec), shapeCells(spec)) : 0;
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}
