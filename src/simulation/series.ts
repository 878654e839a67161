import { ConfigError } from "../errors";

/** Quantities that hold a value over time, as the places that {@link LevelSeries} keeps them in. */
export const LEVEL = {
  prefillLine: 0,
  decodeLine: 1,
  prefillBusy: 2,
  decodeBusy: 3,
  prefillEngines: 4,
  decodeEngines: 5,
} as const;

/** Things that happen at a moment. */
export const COUNT = { arrivals: 0, outcomes: 1, ttftMet: 2, tpotMet: 3, bothMet: 4 } as const;

type Level = (typeof LEVEL)[keyof typeof LEVEL];
type Count = (typeof COUNT)[keyof typeof COUNT];

const LEVELS = Object.keys(LEVEL).length;
const COUNTS = Object.keys(COUNT).length;

/** The most spans of a run. */
const MAX_BUCKETS = 1_000_000;

/** Events of one span of a run. */
export interface SimulationBucket {
  readonly fromS: number;
  /** The end of the span; of the last bucket, the end of the run. */
  readonly toS: number;
  readonly arrivals: number;
  /** Requests that ended and count for attainment (semantics, section 2). */
  readonly outcomes: number;
  readonly ttftMet: number;
  readonly tpotMet: number;
  readonly bothMet: number;
  /** Mean number of admitted requests that waited for a prefill engine. */
  readonly prefillQueue: number;
  /** Mean number of requests that waited for room in a decode batch. */
  readonly decodeQueue: number;
  /** Mean number of available engines of the prefill role. */
  readonly prefillEngines: number;
  /** Mean number of available engines of the decode role. */
  readonly decodeEngines: number;
  /**
   * Time that engines of any role spent in prefill / time that engines had the prefill role; null: none had it. Above
   * 1 where engines still serve what they took in their old role.
   */
  readonly prefillUtilization: number | null;
  /** The same of decode. An engine with a single resident is as busy as one with a full batch. */
  readonly decodeUtilization: number | null;
}

/** Integrates levels over time and counts moments, bucket by bucket. */
export class BucketSeries {
  readonly #widthS: number;
  readonly #closed: SimulationBucket[] = [];
  readonly #levels = new Float64Array(LEVELS);
  readonly #integrals = new Float64Array(LEVELS);
  readonly #counts = new Float64Array(COUNTS);
  #fromS = 0;
  #toS: number;
  #nowS = 0;

  /** @param widthS width of a bucket in seconds, > 0; bucket k begins at k * widthS */
  constructor(widthS: number) {
    this.#widthS = widthS;
    this.#toS = widthS;
  }

  /** Moves on to `nowS`. What is set or counted from now on belongs there. */
  advance(nowS: number): void {
    while (nowS >= this.#toS) this.#close();
    this.#integrate(nowS);
  }

  /** Sets a level from now on. */
  set(level: Level, value: number): void {
    this.#levels[level] = value;
  }

  /** Raises or, with a negative number, lowers a level from now on. */
  change(level: Level, by: number): void {
    this.#levels[level] = (this.#levels[level] as number) + by;
  }

  /** Counts one now. */
  count(count: Count): void {
    this.#counts[count] = (this.#counts[count] as number) + 1;
  }

  /** All buckets up to now; the last one may be cut short. */
  buckets(): SimulationBucket[] {
    return [...this.#closed, this.#bucket(this.#nowS)];
  }

  #close(): void {
    if (this.#closed.length >= MAX_BUCKETS) {
      throw new ConfigError("bucketS", `must be so wide that ${MAX_BUCKETS} buckets are enough`, this.#widthS);
    }
    this.#integrate(this.#toS);
    this.#closed.push(this.#bucket(this.#toS));
    this.#integrals.fill(0);
    this.#counts.fill(0);
    this.#fromS = this.#toS;
    this.#toS = (this.#closed.length + 1) * this.#widthS;
  }

  #integrate(toS: number): void {
    const seconds = toS - this.#nowS;
    this.#nowS = toS;
    for (let level = 0; level < LEVELS; level++) {
      this.#integrals[level] = (this.#integrals[level] as number) + (this.#levels[level] as number) * seconds;
    }
  }

  #bucket(toS: number): SimulationBucket {
    const total = (level: Level) => this.#integrals[level] as number;
    const mean = (level: Level) => ratio(total(level), toS - this.#fromS) ?? 0;
    const count = (count: Count) => this.#counts[count] as number;
    return {
      fromS: this.#fromS,
      toS,
      arrivals: count(COUNT.arrivals),
      outcomes: count(COUNT.outcomes),
      ttftMet: count(COUNT.ttftMet),
      tpotMet: count(COUNT.tpotMet),
      bothMet: count(COUNT.bothMet),
      prefillQueue: mean(LEVEL.prefillLine),
      decodeQueue: mean(LEVEL.decodeLine),
      prefillEngines: mean(LEVEL.prefillEngines),
      decodeEngines: mean(LEVEL.decodeEngines),
      prefillUtilization: ratio(total(LEVEL.prefillBusy), total(LEVEL.prefillEngines)),
      decodeUtilization: ratio(total(LEVEL.decodeBusy), total(LEVEL.decodeEngines)),
    };
  }
}

function ratio(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}
