import { describe, expect, it } from "vitest";
import { Accounting } from "../../src/accounting/accounting";
import { type ManualClock, manualClock } from "../../src/clock";
import { type ConfigInput, resolveConfig } from "../../src/config";
import { DemandEvidence, RISK_KINDS } from "../../src/scoring/evidence";
import { sceneAt8 } from "../control/fixtures";

const NOTHING = { short: 0, long: 0 };

/** Evidence over 4 to 8 s and 3 arrivals, from 0 s. */
class Book {
  readonly clock: ManualClock = manualClock(0);
  readonly accounting: Accounting;
  readonly evidence: DemandEvidence;

  constructor(config: Partial<ConfigInput> = {}) {
    const spans = { windowS: 16, evidenceSpanS: 4, evidenceMaxSpanS: 8, evidenceMinArrivals: 3 };
    const resolved = resolveConfig({ ttftSloS: 1, tpotSloS: 0.05, ...spans, ...config });
    this.accounting = new Accounting(resolved, this.clock);
    this.evidence = new DemandEvidence(resolved, this.accounting);
  }

  /** Arrivals at these times, told of at the last of them. */
  arrive(...timesS: number[]): this {
    const nowS = Math.max(...timesS);
    const { offers } = this.accounting;
    for (const timeS of timesS) offers.size(offers.open(timeS), nowS, 100);
    return this;
  }

  read(nowS: number, trend = NOTHING) {
    return this.evidence.read(nowS, trend);
  }
}

describe("evidence closes", () => {
  it("by a span and arrivals that are enough", () => {
    const book = new Book().arrive(1, 2, 3);
    expect(book.read(4.75)).toMatchObject({ spanS: 3.75, arrivals: 3, closed: false, blockedGate: "evidence" });
    expect(book.read(5)).toMatchObject({ spanS: 4, arrivals: 3, closed: true, blockedGate: "none" });
    expect(new Book().arrive(1, 2).read(5)).toMatchObject({ spanS: 4, arrivals: 2, closed: false });
  });

  it("by the largest span, however few the arrivals", () => {
    const book = new Book().arrive(1);
    expect(book.read(8.5)).toMatchObject({ spanS: 7.5, arrivals: 1, closed: false });
    expect(book.read(9)).toMatchObject({ spanS: 8, arrivals: 1, closed: true });
    // What is older than the largest span is no evidence.
    expect(book.read(9.25)).toMatchObject({ spanS: 0, arrivals: 0, closed: false });
  });

  it("by the age of a risk event, without any arrival", () => {
    const book = new Book();
    book.evidence.recordRisk("first_token_timeout", 2);
    expect(book.read(9.75)).toMatchObject({
      spanS: 0,
      arrivals: 0,
      closed: false,
      riskAgeS: 7.75,
      blockedGate: "risk",
    });
    expect(book.read(10)).toMatchObject({ closed: true, riskAgeS: 8, riskKind: "first_token_timeout" });
  });

  it("never by silence alone", () => {
    expect(new Book().read(1000)).toMatchObject({ spanS: 0, arrivals: 0, closed: false, blockedGate: "evidence" });
  });

  it("not by an arrival in the future", () => {
    const book = new Book({ evidenceMinArrivals: 0 }).arrive(9);
    expect(book.read(5)).toMatchObject({ spanS: 0, arrivals: 1, closed: false });
  });
});

describe("a risk event", () => {
  it("counts nothing from before it", () => {
    const book = new Book().arrive(1, 2, 3);
    book.evidence.recordRisk("first_token_timeout", 2.5);
    expect(book.read(5)).toMatchObject({ spanS: 2, arrivals: 1, closed: false, blockedGate: "risk", riskAgeS: 2.5 });
  });

  it("that is older than the newest one only counts; of equal times the last one stands", () => {
    const { evidence } = new Book();
    evidence.recordRisk("first_token_timeout", 5);
    evidence.recordRisk("late_news", 4);
    const read = () => evidence.read(6, NOTHING);
    expect(read()).toMatchObject({ riskKind: "first_token_timeout", riskAgeS: 1 });
    evidence.recordRisk("later_news", 5);
    expect(read()).toMatchObject({ riskKind: "later_news", riskAgeS: 1 });
    expect(Object.fromEntries(evidence.riskEvents)).toEqual({
      first_token_timeout: 1,
      p_to_d_recovery: 0,
      late_news: 1,
      later_news: 1,
    });
  });

  it("is shown, with its age, for as long as there is no newer one", () => {
    const book = new Book();
    book.evidence.recordRisk("first_token_timeout", 5);
    expect(book.read(100_005)).toMatchObject({ riskKind: "first_token_timeout", riskAgeS: 100_000, closed: true });
  });

  it("is handed on: the newest one with its time, and the counts of all", () => {
    const { evidence } = new Book();
    expect(evidence.exportState().newestRisk).toBeNull();
    evidence.recordRisk("oom", 5);
    expect(evidence.exportState()).toEqual({
      riskEvents: new Map([
        ["first_token_timeout", 0],
        ["p_to_d_recovery", 0],
        ["oom", 1],
      ]),
      newestRisk: { kind: "oom", atS: 5 },
    });
    const taker = new Book();
    taker.evidence.recordRisk("first_token_timeout", 6);
    taker.evidence.importState(evidence.exportState());
    expect(taker.read(7)).toMatchObject({ riskKind: "oom", riskAgeS: 2, blockedGate: "risk" });
    expect(Object.fromEntries(taker.evidence.riskEvents)).toEqual({
      first_token_timeout: 0,
      p_to_d_recovery: 0,
      oom: 1,
    });
  });

  it("of one kind too many counts as `other`", () => {
    const { evidence } = new Book();
    for (let kind = 0; kind < 10_000; kind += 1) evidence.recordRisk(`junk ${kind}`, kind);
    const counts = Object.fromEntries(evidence.riskEvents);
    expect(Object.keys(counts).length).toBe(33);
    const named = 32 - RISK_KINDS.length;
    expect(counts).toMatchObject({ "junk 0": 1, [`junk ${named - 1}`]: 1, other: 10_000 - named });
    expect(evidence.read(10_000, NOTHING).riskKind).toBe("other");
    evidence.recordRisk("first_token_timeout", 10_001);
    expect(evidence.riskEvents.get("first_token_timeout")).toBe(1);
  });
});

describe("the trend of decode demand", () => {
  const closed = () => new Book().arrive(1, 2, 3);
  const gate = (short: number, long: number, book = closed()) => book.read(5, { short, long }).blockedGate;

  it("blocks above the tolerance, not at it", () => {
    expect(gate(1.25, 1)).toBe("none");
    expect(gate(1.2501, 1)).toBe("trend");
    expect(gate(0.1, 0)).toBe("trend");
    expect(gate(0, 0)).toBe("none");
  });

  it("needs as many recent arrivals as the evidence", () => {
    const book = new Book({ evidenceMinArrivals: 3 }).arrive(0, 1, 6);
    // Closed at 8 s by all three; of the last 4 s there is one.
    expect(book.read(8, { short: 9, long: 1 })).toMatchObject({ closed: true, blockedGate: "none" });
    expect(book.arrive(6.5, 7).read(8, { short: 9, long: 1 }).blockedGate).toBe("trend");
  });

  it("is shown as the ratio and the larger of both horizons", () => {
    expect(closed().read(5, { short: 1.5, long: 2 })).toMatchObject({
      trendRatio: 0.75,
      envelopeDecodeEngines: 2,
      shortDecodeEngines: 1.5,
      longDecodeEngines: 2,
    });
    expect(closed().read(5, { short: 1.5, long: 0 })).toMatchObject({ trendRatio: null, envelopeDecodeEngines: 1.5 });
  });
});

describe("the evidence of the state, outside a decision", () => {
  const trend = ({ demand_evidence }: ReturnType<ReturnType<typeof sceneAt8>["pool"]["state"]>) => {
    const { short_decode_engines, long_decode_engines, trend_ratio, envelope_decode_engines, blocked_gate } =
      demand_evidence;
    return [short_decode_engines, long_decode_engines, trend_ratio, envelope_decode_engines, blocked_gate];
  };

  it("has the short horizon of now, and the long one of the last decision that priced demand", () => {
    const scene = sceneAt8("ppdd", { prefill: 1, decode: 0.5 }, { stepS: 2 });
    expect(trend(scene.pool.state())).toEqual([0.5, 0, null, 0.5, "trend"]);
    scene.decide();
    expect(trend(scene.pool.state())).toEqual([0.5, 0.5, 1, 0.5, "none"]);
    scene.at(9).demand({ decode: 1 });
    // Twice the engine that the new demand is over 8 s, and what came at 6 s.
    expect(trend(scene.pool.state())).toEqual([2.5, 0.5, 5, 2.5, "trend"]);
    expect(trend(scene.at(30).pool.state())).toEqual([0, 0.5, 0, 0.5, "evidence"]);
  });

  it("is no decision: reading it changes nothing", () => {
    const scene = sceneAt8("ppdd", { prefill: 1, decode: 0.5 });
    expect(scene.pool.state()).toEqual(scene.pool.state());
    expect(scene.pool.state().counters.decisions).toEqual({});
  });
});
