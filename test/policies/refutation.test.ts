import { describe, expect, it } from "vitest";
import type { Headroom } from "../../src/policies/headroom";
import type { PolicyView, Signals } from "../../src/policies/policy";
import { refutedPhase } from "../../src/policies/refutation";

const KEPT: Signals = { firstTokensPerS: 1, firstTokens: 10, lateShare: 0, oldestWaitS: 0, gapRatio: 0.5 };
const LATE = { lateShare: 0.3 };

/** Looks at each second, from `fromS` to `toS`, and gives the last answer. */
function watched() {
  const memory: Record<string, number> = {};
  return (fromS: number, toS: number, signals: Partial<Signals>, headroom: Partial<Headroom> = {}) => {
    let refuted: string | null = null;
    for (let nowS = fromS; nowS <= toS; nowS += 1) {
      const view = { nowS, memory, signals: { ...KEPT, ...signals } } as PolicyView;
      refuted = refutedPhase(view, { prefillHeadroom: 2, decodeHeadroom: 2, ...headroom } as Headroom);
    }
    return refuted;
  };
}

describe("a model is refuted", () => {
  it("by TTFT that was missed for 15 s while it says that prefill has room", () => {
    const look = watched();
    expect(look(0, 14, LATE)).toBeNull();
    expect(look(15, 15, LATE)).toBe("prefill");
  });

  it("by token gaps that were too long for 15 s while it says that decode has room", () => {
    expect(watched()(0, 15, { gapRatio: 1.2 })).toBe("decode");
    expect(watched()(0, 15, { gapRatio: 1.1 })).toBeNull();
  });

  it("for 30 s after the last contradiction", () => {
    const look = watched();
    look(0, 20, LATE);
    expect(look(21, 49, {})).toBe("prefill");
    expect(look(50, 50, {})).toBeNull();
  });

  it("not by misses where it says that there is no room: a burst has a backlog", () => {
    expect(watched()(0, 60, LATE, { prefillHeadroom: 0.9 })).toBeNull();
    expect(watched()(0, 60, { gapRatio: 2 }, { decodeHeadroom: 0.9 })).toBeNull();
  });

  it("not by misses that end, by few of them, or by few first tokens", () => {
    const look = watched();
    look(0, 14, LATE);
    look(15, 15, {});
    expect(look(16, 30, LATE)).toBeNull();
    expect(watched()(0, 60, { lateShare: 0.25 })).toBeNull();
    expect(watched()(0, 60, { ...LATE, firstTokens: 4.9 })).toBeNull();
    expect(watched()(0, 60, { lateShare: null, gapRatio: null })).toBeNull();
  });
});
