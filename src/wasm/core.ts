import {
  HEAP_BASE,
  IO_BASE,
  IO_BYTES,
  IO_SHAPES,
  LEARNED_FIELDS,
  MAX_PROFILES,
  outcomesBytes,
  PRICE_BASE,
  PRICE_BYTES,
  PROFILE_BYTES,
  PROFILES_BASE,
  SCORE_BASE,
  SCORE_BYTES,
  SHAPE_FIELDS,
  SNAPSHOT_BASE,
  SNAPSHOT_BYTES,
  scratchBytes,
} from "../../assembly/layout";
import { ArgumentError, ConfigError, MemoryError } from "../errors";
import type { EngineProfile } from "../profile";
import type { CoreExports } from "./exports";
import { instantiateCore } from "./loader";
import { OFFERED_WORK_BYTES, OfferedWorkRegion } from "./offered-work-region";
import { OffersRegion } from "./offers-region";
import { OutcomesRegion, type OutcomesSpec, retainedOutcomes } from "./outcomes-region";
import {
  type DemandRow,
  type LengthRange,
  type PriceRow,
  readPrice,
  readScore,
  type ScoreRow,
  type SnapshotRow,
  writeProfile,
  writeSnapshot,
} from "./rows";
import { bytesOf, retainedBuckets, shapeCells, WindowRegion, type WindowSpec } from "./window-region";

/** What one core holds: its windows in order of creation, an outcome window, and whether lengths are learned. */
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

/** What decode work is of, besides the window: semantics, section 6. */
export interface DecodeInputs {
  readonly cutS: number;
  readonly nowS: number;
  readonly tpotSloS: number;
  readonly correction: number;
}

/** What a price is of, besides the windows: semantics, section 6. */
export interface PriceInputs extends DecodeInputs {
  readonly spanS: number;
  readonly pending: number;
  /** Mean residency of the window, in engines. */
  readonly resident: number;
}

/** One instance of the core with memory of its own: the only place that knows where things lie in it. */
export class Core {
  readonly windows: readonly WindowRegion[];
  readonly outcomes: OutcomesRegion | null;
  readonly offeredWork: OfferedWorkRegion | null;
  /** Bytes of the memory; they never change. */
  readonly memoryBytes: number;
  readonly #exports: CoreExports;
  readonly #profiles: Float64Array;
  readonly #price: Float64Array;
  readonly #snapshot: Float64Array;
  readonly #score: Float64Array;
  readonly #io: Float64Array;

  /**
   * @param startS the windows' first head
   * @throws MemoryError when the plan needs more than `maxBytes`
   */
  constructor(plan: CorePlan, startS: number, maxBytes: number, module?: WebAssembly.Module) {
    const bytes = planBytes(plan);
    checkBytes(bytes, maxBytes);
    const { exports, memory } = instantiateCore(bytes, module);
    const { buffer } = memory;
    this.#exports = exports;
    this.memoryBytes = buffer.byteLength;
    this.windows = plan.windows.map((spec) => new WindowRegion(exports, buffer, spec, startS));
    this.outcomes = plan.outcomes ? new OutcomesRegion(exports, plan.outcomes) : null;
    this.offeredWork = plan.offeredWork ? new OfferedWorkRegion(exports, buffer, startS) : null;
    const learned = plan.learnFrom === undefined ? undefined : this.windows[plan.learnFrom];
    if (learned) exports.learnFrom(learned.pointer, exports.reserveScratch(scratchOf(plan)));
    this.#profiles = new Float64Array(buffer, PROFILES_BASE, (MAX_PROFILES * PROFILE_BYTES) / 8);
    this.#price = new Float64Array(buffer, PRICE_BASE, PRICE_BYTES / 8);
    this.#snapshot = new Float64Array(buffer, SNAPSHOT_BASE, SNAPSHOT_BYTES / 8);
    this.#score = new Float64Array(buffer, SCORE_BASE, SCORE_BYTES / 8);
    this.#io = new Float64Array(buffer, IO_BASE, IO_BYTES / 8);
  }

  /** Lets offers be counted in two of its windows. */
  offersIn(arrivals: WindowRegion, expected: WindowRegion): OffersRegion {
    return new OffersRegion(this.#exports, arrivals, expected);
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
    this.#exports.useProfiles(row);
  }

  /** Relearns output lengths from the completions since `sinceS`; false if an overflow cell forbids it. */
  learn(observed: WindowRegion, sinceS: number, nowS: number): boolean {
    this.#exports.learn(observed.pointer, sinceS, nowS);
    return this.#exports.learnedInForce() !== 0;
  }

  /** Output tokens to expect of a request, 0 if not known. */
  expectedOutput(inputTokens: number, requestedTokens: number): number {
    return this.#exports.expectedOutput(inputTokens, requestedTokens);
  }

  /** The learned rows [pow2 input, pow2 requested (0 for outputs), value], ordered. */
  learned(kind: "ratios" | "outputs"): [number, number, number][] {
    const rows = this.#exports.exportLearned(kind === "ratios" ? 1 : 0);
    return Array.from({ length: rows }, (_, row) => {
      const at = row * LEARNED_FIELDS;
      return [this.#read(at), this.#read(at + 1), this.#read(at + 2)];
    });
  }

  /** The count-weighted mean of a residency window since `sinceS`, 0 if it is empty. */
  meanResidency(residency: WindowRegion, sinceS: number, nowS: number): number {
    return this.#exports.meanResidency(residency.pointer, sinceS, nowS);
  }

  /** Prices demand (semantics, section 6). */
  price(
    windows: { arrivals: WindowRegion; expected: WindowRegion; unsized: WindowRegion },
    { cutS, spanS, nowS, pending, tpotSloS, correction, resident }: PriceInputs,
  ): PriceRow {
    this.#exports.price(
      windows.arrivals.pointer,
      windows.expected.pointer,
      windows.unsized.pointer,
      cutS,
      spanS,
      nowS,
      pending,
      tpotSloS,
      correction,
      resident,
    );
    return readPrice(this.#price);
  }

  /** Engine-seconds of decode that the arrivals since `cutS` will need. */
  decodeSeconds(expected: WindowRegion, { cutS, nowS, tpotSloS, correction }: DecodeInputs): number {
    return this.#exports.decodeSeconds(expected.pointer, cutS, nowS, tpotSloS, correction);
  }

  /** Least and largest length of a window since `sinceS`: inputs of arrivals, requested outputs of expected decode. */
  lengthRange(window: WindowRegion, sinceS: number, nowS: number): LengthRange {
    const least = this.#exports.windowLeast(window.pointer, sinceS, nowS);
    const largest = this.#exports.windowLargest(window.pointer);
    return least <= largest ? [least, largest] : null;
  }

  /** Takes the inputs of split scores, with the pending shapes [input, expected output, prefill work]. */
  freeze(snapshot: SnapshotRow, demand: DemandRow, pendingShapes: Iterable<readonly [number, number, number]>): void {
    writeSnapshot(this.#snapshot, snapshot, demand);
    let filled = 0;
    for (const [input, output, prefill] of pendingShapes) {
      const at = filled * SHAPE_FIELDS;
      this.#io[at] = input;
      this.#io[at + 1] = output;
      this.#io[at + 2] = prefill;
      filled += 1;
      if (filled < IO_SHAPES) continue;
      this.#exports.freezePending(filled);
      filled = 0;
    }
    this.#exports.freezePending(filled);
  }

  /** Scores the split with `prefillEngines` prefill engines from the frozen snapshot (semantics, section 8). */
  score(prefillEngines: number, decodeOverride: number | null, withResidents: boolean): ScoreRow {
    const hasOverride = decodeOverride === null ? 0 : 1;
    this.#exports.score(prefillEngines, decodeOverride ?? 0, hasOverride, withResidents ? 1 : 0);
    return readScore(this.#score);
  }

  #read(index: number): number {
    return this.#io[index] as number;
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
