import { describe, expect, it } from "vitest";
import type { Decision, Limit } from "../../src/decision/decision";
import { decisionDocument } from "../../src/decision/decision-document";
import { ArgumentError } from "../../src/errors";

const DECISION: Decision = {
  at: 1 / 3,
  prefill: 2,
  decode: 3,
  by: "reactive",
  reason: "dwell",
  result: "blocked",
  moves: [],
  limit: { gate: "dwell", value: 2 / 3, threshold: 30, clearsInS: 88 / 3 },
};

const RECORD = {
  at: 0.333333,
  prefill: 2,
  decode: 3,
  by: "reactive",
  reason: "dwell",
  result: "blocked",
  moves: [],
  limit: { gate: "dwell", value: 0.666667, threshold: 30, clears_in_s: 29.333333 },
};

describe("the record of a decision", () => {
  it("has 6 digits, and no field that the decision did not come to", () => {
    expect(decisionDocument(DECISION)).toEqual(RECORD);
  });

  it("has 3 digits of tokens and requests per engine, and of the capacity that the SLO leaves", () => {
    const facts = { decodeTokensPerEngine: 1234.56789, decodeRequestsPerEngine: 1.23456 };
    expect(decisionDocument({ ...DECISION, ...facts, decodeSloCapacityTokens: 2 / 3 })).toEqual({
      ...RECORD,
      decode_tokens_per_engine: 1234.568,
      decode_requests_per_engine: 1.235,
      decode_slo_capacity_tokens: 0.667,
    });
    expect(decisionDocument({ ...DECISION, ...facts, decodeSloCapacityTokens: null })).toMatchObject({
      decode_tokens_per_engine: 1234.568,
      decode_slo_capacity_tokens: null,
    });
  });

  it("is refused of what is none, or cannot be read", () => {
    expect(() => decisionDocument(null as never)).toThrow("decision must be an object that can be read, got null");
    const limit = Object.defineProperty({} as Limit, "gate", {
      enumerable: true,
      get() {
        throw new Error("not for you");
      },
    });
    const broken: Decision = { ...DECISION, limit };
    expect(() => decisionDocument(broken)).toThrow(new ArgumentError("decision", "must be a decision", broken));
  });
});
