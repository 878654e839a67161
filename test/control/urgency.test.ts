import { describe, expect, it } from "vitest";
import { UrgentEvents } from "../../src/control/urgency";
import { type EngineOptions, resolveConfig } from "../../src/index";
import { Fleet, FleetRequest } from "../../src/parts";
import { enginesOf } from "./fixtures";

const config = resolveConfig({ ttftSloS: 2, tpotSloS: 0.0625 });

/** Engines that take 1 s for 1,024 tokens, and a TTFT limit of 2 s. */
function eventsOf(engines: readonly EngineOptions[]) {
  const fleet = new Fleet(config);
  for (const engine of engines) fleet.addEngine(engine, 0);
  return { fleet, events: new UrgentEvents(config, fleet) };
}

const requestOf = (workS: number) => new FleetRequest({ inputTokens: workS * 1024, requestedTokens: 8 }, 0);

function waiting(fleet: Fleet, workS: number): FleetRequest {
  const request = requestOf(workS);
  fleet.wait(request, "prefill", 0);
  return request;
}

/** Prefill work that is resident on an engine. */
function resident(fleet: Fleet, engine: string, workS: number): void {
  fleet.dispatch(fleet.engine(engine), requestOf(workS), "prefill", 0);
}

describe("arming an event", () => {
  it("tells whether the request will miss its TTFT", () => {
    const { fleet, events } = eventsOf(enginesOf("pd"));
    expect(events.arm(waiting(fleet, 2), 0)).toBe(false);
    expect(events.pending).toBe(false);
    expect(events.arm(waiting(fleet, 0.25), 0)).toBe(true);
    expect(events.pending).toBe(true);
  });

  it("does nothing for a request that does not wait, or where nothing can be projected", () => {
    const { fleet, events } = eventsOf(enginesOf("pd"));
    expect(events.arm(requestOf(9), 0)).toBe(false);
    fleet.setAvailable("p0", false);
    expect(events.arm(waiting(fleet, 9), 0)).toBe(false);
    expect(events.pending).toBe(false);
  });
});

describe("an event that is taken", () => {
  it("is none where the queue meets the SLO by now, exactly or amply", () => {
    for (const workS of [2, 1]) {
      const { fleet, events } = eventsOf(enginesOf("pd"));
      waiting(fleet, workS);
      const last = waiting(fleet, 1.5);
      expect(events.arm(last, 0)).toBe(true);
      fleet.finished(last, 0);
      expect(events.take(0)).toBeNull();
      expect(events.pending).toBe(false);
    }
  });

  it("tells its projections as ratios of the SLO", () => {
    const { fleet, events } = eventsOf(enginesOf("pdd"));
    resident(fleet, "d2", 1);
    const worst = waiting(fleet, 3);
    events.arm(worst, 0);
    const urgency = events.take(0.5);
    expect(urgency).toMatchObject({ worst, worstTtftS: 3.5 });
    expect(urgency?.facts).toMatchObject({ projectedTtftS: 3.5, ttftSloS: 2, triggerProjectedTtftRatio: 1.75 });
    // On p0 it ends first, whatever is added.
    expect(urgency && events.relief(urgency, 0.5)).toEqual({
      candidateProjectedTtftS: 3.5,
      candidateProjectedTtftRatio: 1.75,
      projectedTtftImprovementS: 0,
    });
  });
});

describe("the relief of one more prefill engine", () => {
  /** What is expected of a request of 3 s, behind another such one on p0. */
  function reliefOf(engines: readonly EngineOptions[], change: (fleet: Fleet) => void = () => {}) {
    const { fleet, events } = eventsOf(engines);
    waiting(fleet, 3);
    events.arm(waiting(fleet, 3), 0);
    change(fleet);
    const urgency = events.take(0);
    if (!urgency) throw new Error("expected an event");
    return events.relief(urgency, 0);
  }

  const NONE = { candidateProjectedTtftS: 6, candidateProjectedTtftRatio: 3, projectedTtftImprovementS: 0 };

  it("is that of the donor that helps least", () => {
    expect(reliefOf(enginesOf("pdd"), (fleet) => resident(fleet, "d2", 1))).toEqual({
      candidateProjectedTtftS: 4,
      candidateProjectedTtftRatio: 2,
      projectedTtftImprovementS: 2,
    });
  });

  it("is no matter of engines that are down, of either role", () => {
    const help = { candidateProjectedTtftS: 3, candidateProjectedTtftRatio: 1.5, projectedTtftImprovementS: 3 };
    for (const role of ["prefill", "decode"] as const) {
      expect(reliefOf([...enginesOf("pd"), { id: "bare", role, available: false }])).toEqual(help);
    }
  });

  it("is no matter of an engine that is of prefill already", () => {
    // 10 s; one request on d1 after the other, 6 s; on a second p0 it were 7 s.
    expect(reliefOf(enginesOf("pd"), (fleet) => resident(fleet, "p0", 4))).toEqual({
      candidateProjectedTtftS: 6,
      candidateProjectedTtftRatio: 3,
      projectedTtftImprovementS: 4,
    });
  });

  it("is none without a donor", () => {
    expect(reliefOf(enginesOf("p"))).toEqual(NONE);
  });

  it("is none where one donor has no profile, whatever the others do", () => {
    expect(reliefOf([...enginesOf("pd"), { id: "bare", role: "decode" }])).toEqual(NONE);
    expect(reliefOf([...enginesOf("p"), { id: "bare", role: "decode" }])).toEqual(NONE);
  });
});

describe("an event that is handed on", () => {
  it("goes on elsewhere as it was, and by itself", () => {
    const giver = eventsOf(enginesOf("pd"));
    expect(giver.events.exportState()).toBeNull();
    giver.events.arm(waiting(giver.fleet, 3), 1);
    const state = giver.events.exportState();
    expect(state).toEqual({ armedS: 1, signals: 1, initialTtftS: 4 });
    const taker = eventsOf(enginesOf("pd"));
    taker.events.importState(state);
    expect(taker.events.arm(waiting(taker.fleet, 2.5), 2)).toBe(true);
    expect(taker.events.exportState()).toEqual({ armedS: 1, signals: 2, initialTtftS: 4.5 });
    giver.events.arm(waiting(giver.fleet, 3), 1);
    expect(state).toEqual({ armedS: 1, signals: 1, initialTtftS: 4 });
    taker.events.importState(null);
    expect(taker.events.pending).toBe(false);
  });
});
