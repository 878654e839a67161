import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Decision } from "../../src/decision/decision";
import { decisionDocument } from "../../src/decision/decision-document";
import { explain } from "../../src/decision/explain";
import type { Pool } from "../../src/pool/pool";
import { Drive, type Event, events, options, roles } from "./drive";

/** Each run has 150 to 300 events, a third of them passes. */
const RUNS = { numRuns: 20 };

const given = fc.record({ roles, options, events });

/** Runs a drive event by event, and checks after each. */
function everyEvent(check: (drive: Drive, decide: () => readonly Decision[], event: Event) => void): void {
  const property = fc.property(given, (start) => {
    const drive = new Drive(start.roles, start.options);
    for (const event of start.events) check(drive, () => drive.apply(event), event);
  });
  fc.assert(property, RUNS);
}

const decides = ({ kind }: Event) => kind === "pass" || kind === "urgent";

const available = (engines: Drive["engines"], role: string) =>
  engines.filter((engine) => engine.available && engine.role === role).length;

describe("whatever happens", () => {
  it("a move of the policy leaves no role below its floor, and no donor is pinned or unavailable", () => {
    everyEvent((drive, decide, event) => {
      if (!decides(event)) return decide();
      const before = drive.engines;
      const { minPrefill, minDecode } = drive.pool.config;
      for (const { moves, by } of decide()) {
        for (const { engine, from, to } of moves) {
          expect(before.find(({ id }) => id === engine)).toMatchObject({ role: from, available: true, pinned: false });
          expect(to).not.toBe(from);
          const floor = from === "prefill" ? minPrefill : minDecode;
          if (by === "reactive") expect(available(before, from) - 1).toBeGreaterThanOrEqual(floor);
        }
      }
    });
  });

  it("two moves to decode are a cooldown apart, but for the panic bypass and the floor", () => {
    everyEvent((drive, decide) => {
      const { cooldownS, panicRatio, expand, shrink } = drive.pool.config;
      const lastS = lastToDecodeS(drive);
      for (const decision of decide()) {
        const [move] = decision.moves;
        if (move?.to !== "decode" || decision.by === "decode_floor") continue;
        if (decision.at - lastS >= cooldownS) continue;
        expect(panicRatio).toBeGreaterThan(0);
        expect(decision.observedDecodeRatio).toBeGreaterThanOrEqual(panicRatio * expand);
        expect(decision.observedPrefillRatio).toBeLessThanOrEqual(shrink);
      }
    });
  });

  it("every engine has one role, and a proposal divides the same engines", () => {
    everyEvent((drive, decide, event) => {
      const decisions = decide();
      if (!decides(event)) return;
      const { fleet } = drive.pool.state();
      expect((fleet.prefill ?? 0) + (fleet.decode ?? 0)).toBe(fleet.engines.length);
      const divided = fleet.engines.filter((engine) => engine.available).length;
      for (const { prefill, decode } of decisions) {
        expect([divided, fleet.engines.length]).toContain(prefill + decode);
        expect(Math.min(prefill, decode)).toBeGreaterThanOrEqual(0);
      }
    });
  });

  it("a decision that does not move changes nothing but what is counted", () => {
    everyEvent((drive, decide, event) => {
      if (event.kind !== "urgent") return decide();
      const before = contents(drive.pool);
      const decisions = decide();
      if (decisions.every(({ result }) => result !== "applied" && result !== "proposed")) {
        expect(contents(drive.pool)).toEqual(before);
      }
    });
  });

  it("a pass that does not move changes no role, window of arrivals, outcome or learned length", () => {
    everyEvent((drive, decide, event) => {
      if (event.kind !== "pass") return decide();
      // A pass at the same time as the last event: no window has anything to forget.
      drive.clock.advance(event.afterS);
      const before = accounts(drive.pool);
      const { decisions } = drive.pool.pass();
      // A proposal that would break a floor is withdrawn.
      const isWithdrawn = before.pending_move !== null && drive.pool.pendingMove === null;
      if (isWithdrawn || decisions.some(({ moves }) => moves.length > 0)) return;
      expect(accounts(drive.pool)).toEqual(before);
    });
  });

  it("what stands in the way of a decision is named, unless nothing does", () => {
    everyEvent((_, decide) => {
      for (const { result, limit, moves } of decide()) {
        const acts = result === "applied" || result === "proposed";
        expect(limit === null).toBe(acts);
        expect(moves.length).toBe(acts ? 1 : 0);
        if (limit?.clearsInS != null) expect(limit.clearsInS).toBeGreaterThanOrEqual(0);
      }
    });
  });

  it("no decision and no record has a NaN, and a record is JSON", () => {
    everyEvent((_, decide) => {
      for (const decision of decide()) {
        expect(numbersOf(decision).filter(Number.isNaN)).toEqual([]);
        const document = decisionDocument(decision);
        expect(JSON.parse(JSON.stringify(document))).toEqual(document);
      }
    });
  });

  it("a decision, its record and what a journal gives back are explained by the same two or three sentences", () => {
    everyEvent((_, decide) => {
      for (const decision of decide()) {
        const text = explain(decision);
        const document = decisionDocument(decision);
        expect(explain(document)).toBe(text);
        expect(explain(JSON.parse(JSON.stringify(document)))).toBe(text);
        expect(text).not.toMatch(/NaN|Infinity|undefined|null|unknown|-\d| {2}/);
        expect(text.split(". ").length).toBeOneOf([2, 3]);
      }
    });
  });

  it("in advisory mode no role changes, and nothing is proposed to the host", () => {
    const property = fc.property(given, (start) => {
      const drive = new Drive(start.roles, { ...start.options, advisory: true });
      const first = new Map<string, string>();
      for (const event of start.events) {
        for (const { result, moves } of drive.apply(event)) {
          expect(["advisory", "held", "blocked"]).toContain(result);
          expect(moves).toEqual([]);
        }
        if (!decides(event)) continue;
        for (const { id, role } of drive.engines) expect(first.get(id) ?? first.set(id, role).get(id)).toBe(role);
      }
      expect(drive.pool.pendingMove).toBeNull();
    });
    fc.assert(property, RUNS);
  });

  it("the same events give the same decisions and the same state", () => {
    const property = fc.property(given, (start) => {
      const [first, second] = [0, 1].map(() => {
        const drive = new Drive(start.roles, start.options);
        for (const event of start.events) drive.apply(event);
        return { decisions: drive.decisions, state: drive.pool.state() };
      });
      expect(first).toEqual(second);
    });
    fc.assert(property, RUNS);
  });
});

/** When a move to decode took effect last, as far as the drive has seen; the start before one. */
function lastToDecodeS({ decisions }: Drive): number {
  const moved = decisions.filter(({ result, moves }) => result === "applied" && moves[0]?.to === "decode");
  return moved.at(-1)?.at ?? 0;
}

/** All that a pool holds, but for what counts and shows decisions. */
function contents(pool: Pool) {
  const { counters, last_decision, urgent_pending, demand_evidence, decision_times, hints, ...state } = pool.state();
  const { long_decode_engines, trend_ratio, envelope_decode_engines, blocked_gate, ...evidence } = demand_evidence;
  return { state, evidence, moves: counters.moves, learned: pool.learned(), snapshot: pool.decisionSnapshot() };
}

/** The accounts of a pool: what a pass adds nothing to, if it does not move. */
function accounts(pool: Pool) {
  const { attainment, demand_history, requests, offers, learned_outputs, fleet, pending_move } = pool.state();
  const { residency, ...windows } = demand_history;
  const rolesNow = fleet.engines.map(({ id, role }) => [id, role]);
  return { attainment, windows, requests, offers, learned_outputs, pending_move, rolesNow, learned: pool.learned() };
}

function numbersOf(value: unknown): number[] {
  if (typeof value === "number") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(numbersOf);
}
