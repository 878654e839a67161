import type { Phase, RequestShape, Role } from "../../src/fleet";
import type { EngineProfileInput } from "../../src/profile";

type Lengths = { -readonly [Field in keyof Required<RequestShape>]: number };

/** What the naive model knows of a request. */
export interface NaiveRequest {
  shape: Lengths;
  place: NaiveEngine | "queue" | null;
  phase: Phase;
  lastTokenS: number | null;
  clockRuns: boolean;
}

interface NaiveEngine {
  role: Role;
  available: boolean;
  profile: EngineProfileInput | null;
  gaps: { gapS: number; ratio: number | null; mixed: boolean }[];
  changesS: number[];
  changed: boolean;
  meanGapS: number;
  correction: number;
  /** From when on which price holds; the first is that of the interval's start. */
  prices: { fromS: number; price: number }[];
  meanPriceS: number;
}

const CORRECTION = { min: 0.5, max: 2, alpha: 0.5, minSamples: 2 };
const SLO = { ttftS: 2, tpotS: 0.05 };

/** The configuration that the model works by. */
export const NAIVE_CONFIG = {
  ttftSloS: SLO.ttftS,
  tpotSloS: SLO.tpotS,
  decodeCorrectionMin: CORRECTION.min,
  decodeCorrectionMax: CORRECTION.max,
  decodeCorrectionAlpha: CORRECTION.alpha,
  decodeCorrectionMinSamples: CORRECTION.minSamples,
};

/** Section 7 by looking at every resident each time: no running sum, no list, a burst as its single tokens. */
export class NaiveFleet {
  readonly engines: NaiveEngine[] = [];
  readonly requests: NaiveRequest[] = [];

  addEngine(role: Role, profile: EngineProfileInput | null): void {
    const prices = [{ fromS: 0, price: 0 }];
    const published = { meanGapS: 0, correction: 1, meanPriceS: 0 };
    this.engines.push({ role, available: true, profile, gaps: [], changesS: [], changed: false, prices, ...published });
  }

  addRequest(shape: Required<RequestShape>): void {
    this.requests.push({ shape: { ...shape }, place: null, phase: "prefill", lastTokenS: null, clockRuns: false });
  }

  residents(engine: NaiveEngine, phase: Phase): NaiveRequest[] {
    return this.requests.filter((request) => request.place === engine && request.phase === phase);
  }

  decodeTokens(engine: NaiveEngine): number {
    return this.residents(engine, "decode").reduce((sum, { shape }) => sum + shape.inputTokens + shape.outputTokens, 0);
  }

  prefillS(engine: NaiveEngine): number {
    const { profile } = engine;
    if (profile === null) return 0;
    return this.residents(engine, "prefill").reduce((sum, { shape }) => {
      const x = shape.inputTokens - shape.cachedTokens;
      return sum + profile.ttftA * x * x + profile.ttftB * x + profile.ttftC;
    }, 0);
  }

  place(request: NaiveRequest, place: NaiveRequest["place"], phase: Phase, nowS: number): void {
    const [before, beforePhase] = [request.place, request.phase];
    request.place = place;
    request.phase = phase;
    request.clockRuns = false;
    if (isEngine(before) && beforePhase === "prefill") this.prefillChanged(before, nowS);
    if (!isEngine(place) || phase !== "prefill") return;
    request.lastTokenS = null;
    this.prefillChanged(place, nowS);
  }

  firstToken(request: NaiveRequest, nowS: number): boolean {
    if (!isEngine(request.place) || request.phase !== "prefill") return false;
    this.place(request, null, "prefill", nowS);
    request.lastTokenS = nowS;
    return true;
  }

  token(request: NaiveRequest, nowS: number, count: number): boolean {
    const engine = request.place;
    if (!isEngine(engine) || request.phase !== "decode") return false;
    const startS = request.lastTokenS;
    if (startS === null) {
      request.shape.outputTokens += count;
      request.lastTokenS = nowS;
      request.clockRuns = true;
      return true;
    }
    const lengthS = Math.max(0, nowS - startS);
    for (let i = 1; i <= count; i++) this.oneToken(engine, request, startS + (lengthS * i) / count);
    return true;
  }

  roll(nowS: number): void {
    for (const engine of this.engines) {
      this.rollGaps(engine);
      this.rollPrice(engine, nowS);
    }
  }

  stalledGapS(engine: NaiveEngine, nowS: number): number {
    const running = this.residents(engine, "decode").filter((request) => request.clockRuns);
    return Math.max(0, ...running.map((request) => nowS - (request.lastTokenS as number)));
  }

  prefillLoad(engine: NaiveEngine): number {
    return engine.profile === null ? 0 : Math.max(this.prefillS(engine), engine.meanPriceS) / SLO.ttftS;
  }

  decodeLoad(engine: NaiveEngine, nowS: number): number {
    if (this.residents(engine, "decode").length === 0) return 0;
    const observedS = Math.max(engine.meanGapS, this.stalledGapS(engine, nowS));
    const idleS = (engine.profile?.tpotIntercept ?? 0) * engine.correction;
    return idleS >= SLO.tpotS ? observedS / SLO.tpotS : Math.max(0, observedS - idleS) / (SLO.tpotS - idleS);
  }

  poolLoad(role: Role, nowS: number): number {
    const pool = this.engines.filter(
      (engine) => engine.available && (engine.role === role || this.residents(engine, role).length > 0),
    );
    const load = (engine: NaiveEngine) =>
      role === "prefill" ? this.prefillLoad(engine) : this.decodeLoad(engine, nowS);
    return pool.length === 0 ? 0 : pool.reduce((sum, engine) => sum + load(engine), 0) / pool.length;
  }

  private oneToken(engine: NaiveEngine, request: NaiveRequest, atS: number): void {
    const startS = request.lastTokenS as number;
    if (request.clockRuns) {
      const gapS = atS - startS;
      const expectedS = this.expectedS(engine);
      const before = engine.changesS.some((changeS) => startS < changeS);
      const mixed = before || this.residents(engine, "prefill").length > 0;
      engine.gaps.push({ gapS, ratio: expectedS > 0 ? gapS / expectedS : null, mixed });
    }
    request.clockRuns = true;
    request.lastTokenS = atS;
    request.shape.outputTokens += 1;
  }

  private expectedS(engine: NaiveEngine): number {
    const { profile } = engine;
    if (profile === null) return 0;
    const requests = this.residents(engine, "decode").length;
    const { tpotSlope, tpotRequestSlope = 0, tpotIntercept } = profile;
    return tpotSlope * this.decodeTokens(engine) + tpotRequestSlope * requests + tpotIntercept;
  }

  private prefillChanged(engine: NaiveEngine, nowS: number): void {
    engine.changed = true;
    engine.changesS.push(nowS);
    const fromS = Math.max(nowS, (engine.prices.at(-1) as { fromS: number }).fromS);
    engine.prices.push({ fromS, price: this.prefillS(engine) });
  }

  private rollGaps(engine: NaiveEngine): void {
    const { gaps } = engine;
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    if (gaps.length > 0) engine.meanGapS = mean(gaps.map((gap) => gap.gapS));
    const ratios = gaps.flatMap((gap) => gap.ratio ?? []);
    const mixed = engine.changed || gaps.some((gap) => gap.mixed);
    if (!mixed && ratios.length >= CORRECTION.minSamples) {
      const target = Math.min(CORRECTION.max, Math.max(CORRECTION.min, mean(ratios)));
      engine.correction += CORRECTION.alpha * (target - engine.correction);
    }
    engine.gaps = [];
    engine.changed = false;
  }

  private rollPrice(engine: NaiveEngine, nowS: number): void {
    const first = engine.prices[0] as { fromS: number };
    const last = engine.prices.at(-1) as { fromS: number; price: number };
    const endS = Math.max(nowS, last.fromS);
    if (endS > first.fromS) {
      const ends = [...engine.prices.slice(1).map((price) => price.fromS), endS];
      const work = engine.prices.reduce((sum, { fromS, price }, i) => sum + price * ((ends[i] as number) - fromS), 0);
      engine.meanPriceS = work / (endS - first.fromS);
    }
    engine.prices = [{ fromS: endS, price: last.price }];
  }
}

function isEngine(place: NaiveRequest["place"]): place is NaiveEngine {
  return place !== null && place !== "queue";
}
