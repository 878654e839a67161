import { describe, expect, it } from "vitest";
import { resolveConfig } from "../../src/index";
import type { PolicyView, Signals } from "../../src/policies/policy";
import { decideByQueue } from "../../src/policies/queue";
import { enginesOf, Scene } from "../control/fixtures";

const QUIET: Signals = { firstTokensPerS: null, firstTokens: 0, lateShare: null, oldestWaitS: 0, gapRatio: null };

/** What the rule decides for 3 + 3 engines. */
function decided(waiting: { prefill?: number; decode?: number }, signals: Partial<Signals> = {}, fields: object = {}) {
  return decideByQueue({
    config: resolveConfig({ ttftSloS: 2, tpotSloS: 0.05 }),
    prefillEngines: 3,
    decodeEngines: 3,
    leastPrefill: 1,
    mostPrefill: 5,
    backlog: {
      prefillS: 0,
      decodeDemand: 0,
      waitingPrefill: waiting.prefill ?? 0,
      waitingDecode: waiting.decode ?? 0,
    },
    signals: { ...QUIET, ...signals },
    memory: {},
    ...fields,
  } as PolicyView);
}

const moves = (prefill: number) => ({ action: "move", prefill, confirmations: 2 });

describe("the queue rule", () => {
  it("gives prefill an engine while more than two requests wait for each", () => {
    expect(decided({ prefill: 6 })).toEqual({
      action: "hold",
      reason: "queues_short",
      limit: { gate: "line_requests", value: 2, threshold: 2, clearsInS: null },
      facts: { lineRequests: 6, waitingDecode: 0, projectedWaitS: 0, tokenGapRatio: null },
    });
    expect(decided({ prefill: 7 })).toMatchObject(moves(4));
  });

  it("gives prefill an engine while the line is older than the TTFT SLO, or will be at its end", () => {
    expect(decided({ prefill: 1 }, { oldestWaitS: 2 })).toMatchObject({ reason: "queues_short" });
    expect(decided({ prefill: 1 }, { oldestWaitS: 2.5 })).toMatchObject(moves(4));
    expect(decided({ prefill: 4 }, { firstTokensPerS: 2 })).toMatchObject({ facts: { projectedWaitS: 2 } });
    expect(decided({ prefill: 5 }, { firstTokensPerS: 2 })).toMatchObject(moves(4));
  });

  it("gives decode an engine while any request waits for it, or token gaps are longer than the SLO: that comes first", () => {
    expect(decided({ prefill: 99, decode: 1 })).toMatchObject(moves(2));
    expect(decided({ prefill: 99 }, { gapRatio: 1.01 })).toMatchObject(moves(2));
    expect(decided({}, { gapRatio: 1 })).toMatchObject({ reason: "queues_short" });
  });

  it("keeps floors and pins, and moves one engine at a time towards them", () => {
    const none = { action: "hold", reason: "no_candidate", limit: { gate: "candidates", value: 0, threshold: 1 } };
    expect(decided({ prefill: 7 }, {}, { mostPrefill: 3 })).toMatchObject(none);
    expect(decided({ decode: 1 }, {}, { leastPrefill: 3 })).toMatchObject(none);
    expect(decided({}, {}, { leastPrefill: 4, mostPrefill: 3 })).toMatchObject(none);
    expect(decided({}, {}, { leastPrefill: 5 })).toMatchObject(moves(4));
    expect(decided({}, {}, { mostPrefill: 1 })).toMatchObject(moves(2));
  });
});

describe("the queue policy", () => {
  it("moves one engine after two passes that want it, without any profile", () => {
    const scene = new Scene("pdd", { policy: "queue", engines: enginesOf("pdd", null) });
    expect(scene.at(1).decide()).toMatchObject({ by: "queue", reason: "queues_short" });
    for (let i = 0; i < 3; i += 1) scene.waiting(1);
    expect(scene.at(2).decide()).toMatchObject({ reason: "confirming", prefill: 2 });
    expect(scene.at(3).decide()).toMatchObject({ result: "applied", reason: "improved", prefill: 2, lineRequests: 3 });
    expect(scene.roles).toBe("ppd");
  });
});
