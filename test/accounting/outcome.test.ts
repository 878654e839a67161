import { describe, expect, it } from "vitest";
import { classifyOutcome, type FinishedRequest } from "../../src/parts";

const TTFT_SLO_S = 1;
const TPOT_SLO_S = 0.125;

/** In time by both promises to the last float: TTFT 1 s, TPOT 0.125 s. */
const prompt: FinishedRequest = {
  kind: "completed",
  arrivedS: 10,
  firstTokenS: 11,
  lastTokenS: 12.25,
  outputTokens: 11,
};

function judge(request: Partial<FinishedRequest>) {
  return classifyOutcome({ ...prompt, ...request }, TTFT_SLO_S, TPOT_SLO_S);
}

const untouched = { firstTokenS: null, lastTokenS: null, outputTokens: 0 };

describe("the judgement of a finished request", () => {
  it.each([
    { case: "completed in time", request: {}, ttftMet: true, tpotMet: true },
    { case: "completed, first token late", request: { firstTokenS: 11.01 }, ttftMet: false, tpotMet: true },
    { case: "completed, tokens slow", request: { lastTokenS: 12.26 }, ttftMet: true, tpotMet: false },
    { case: "completed, both late", request: { firstTokenS: 11.01, lastTokenS: 12.4 }, ttftMet: false, tpotMet: false },
    { case: "completed with one token", request: { outputTokens: 1, lastTokenS: 99 }, ttftMet: true, tpotMet: true },
    { case: "completed with no token at all", request: untouched, ttftMet: false, tpotMet: true },
    { case: "failed after its first token", request: { kind: "failed" }, ttftMet: false, tpotMet: false },
    { case: "expired after its first token", request: { kind: "expired" }, ttftMet: false, tpotMet: false },
    { case: "failed before it", request: { kind: "failed", ...untouched }, ttftMet: false, tpotMet: true },
    { case: "expired before it", request: { kind: "expired", ...untouched }, ttftMet: false, tpotMet: true },
    { case: "refused by prediction", request: { kind: "refused", ...untouched }, ttftMet: false, tpotMet: true },
  ] as const)("$case: TTFT met $ttftMet, TPOT met $tpotMet", ({ request, ttftMet, tpotMet }) => {
    expect(judge(request)).toMatchObject({ ttftMet, tpotMet });
  });

  it.each(["cancelled", "invalid", "rejected"] as const)("leaves out what was %s", (kind) => {
    expect(judge({ kind })).toBeNull();
  });

  it("measures TPOT from the first token on, over the tokens after it (tpot-definition)", () => {
    const request = { ...prompt, arrivedS: 0, firstTokenS: 1, lastTokenS: 2, outputTokens: 11 };
    expect(classifyOutcome(request, 1, 0.1)).toEqual({ ttftMet: true, tpotMet: true, ttftS: 1, tpotS: 0.1 });
  });

  it("has no TPOT of one output token, which counts as met (tpot-definition)", () => {
    expect(judge({ outputTokens: 1 })).toEqual({ ttftMet: true, tpotMet: true, ttftS: 1, tpotS: null });
  });

  it("shows the times by which it judged a failure too", () => {
    expect(judge({ kind: "failed" })).toEqual({ ttftMet: false, tpotMet: false, ttftS: 1, tpotS: 0.125 });
    expect(judge({ kind: "refused", ...untouched })).toMatchObject({ ttftS: null, tpotS: null });
  });
});
