import { describe, expect, it } from "vitest";
import type { NarwhalError } from "../../src/errors";
import type { RequestHandle } from "../../src/pool/request";
import { poolAt0, view } from "./fixtures";
import { requestIn, type Situation } from "./moves";

const MAX = 0xffff_ffff;

const NOT_NUMBERS = ["7", {}, [7], null, true, 7n, Symbol("7"), () => 7] as never[];
const NOT_LENGTHS = [Number.NaN, Number.POSITIVE_INFINITY, -1, 1.5, MAX + 1, 2 ** 53, ...NOT_NUMBERS];
// Of a time that is null, as of an option that is left out, nothing is known: it is now.
const NOT_TIMES = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].concat(
  NOT_NUMBERS.filter((value) => value !== null),
);

interface Refusal {
  readonly situation: Situation;
  readonly call: (request: RequestHandle) => void;
  readonly error: Partial<NarwhalError> & { field: string; value: unknown };
  readonly message: string;
}

/** Expects that a call changes nothing but one anomaly, and throws what it should in strict mode. */
function expectRefused(kind: "invalid_length" | "invalid_time", { situation, call, error, message }: Refusal): void {
  const { pool } = poolAt0();
  const request = requestIn(situation, pool);
  const before = view(pool);
  call(request);
  expect(view(pool)).toEqual({ ...before, anomalies: { ...before.anomalies, [kind]: 1 } });
  const strict = poolAt0({ strict: true });
  const strictRequest = requestIn(situation, strict.pool);
  expect(() => call(strictRequest)).toThrow(expect.objectContaining(error));
  expect(() => call(strictRequest)).toThrow(message);
  expect(view(strict.pool)).toEqual({ ...before, anomalies: { ...before.anomalies, [kind]: 2 } });
}

describe("an invalid length", () => {
  const code = "ERR_NARWHAL_ARGUMENT";

  it.each(NOT_LENGTHS)("(%s) is refused wherever a length is expected", (value) => {
    const refused = (situation: Situation, field: string, call: Refusal["call"]) =>
      expectRefused("invalid_length", {
        situation,
        call,
        error: { code, field, value },
        message: `${field} must be a`,
      });
    refused("pending", "inputTokens", (request) => request.size(value, 50));
    refused("pending", "requestedTokens", (request) => request.size(1000, value));
    refused("sized", "inputTokens", (request) => request.reprice(value, 50));
    refused("decode", "requestedTokens", (request) => request.reprice(1000, value));
    refused("streaming", "count", (request) => request.token(value));
  });

  it.each(NOT_LENGTHS.filter((value) => value !== null))("(%s) is refused as an option", (value) => {
    const refused = (situation: Situation, field: string, call: Refusal["call"]) =>
      expectRefused("invalid_length", {
        situation,
        call,
        error: { code, field, value },
        message: `${field} must be a`,
      });
    refused("pending", "cachedTokens", (request) => request.size(1000, 50, { cachedTokens: value }));
    refused("waiting", "cachedTokens", (request) => request.reprice(1000, 50, { cachedTokens: value }));
    refused("streaming", "outputTokens", (request) => request.complete({ outputTokens: value }));
  });

  it("may be no token at all", () => {
    expectRefused("invalid_length", {
      situation: "streaming",
      call: (request) => request.token(0),
      error: { code, field: "count", value: 0 },
      message: `count must be a whole number of tokens, 1 .. ${MAX}, got 0`,
    });
  });

  it("may be one more than a length can be in all: the request can still complete", () => {
    const { pool } = poolAt0();
    const request = requestIn("streaming", pool);
    request.token(MAX - 1);
    const before = view(pool);
    request.token(1);
    expect(view(pool)).toEqual({ ...before, anomalies: { ...before.anomalies, invalid_length: 1 } });
    request.complete();
    expect(pool.learned().outputs).toEqual([[1024, MAX]]);
  });

  it("is not 0, nor the largest one", () => {
    const { pool } = poolAt0({ strict: true });
    for (const inputTokens of [0, -0, 1, MAX]) {
      const request = pool.open();
      request.size(inputTokens, inputTokens, { cachedTokens: inputTokens });
      request.firstToken();
      request.complete({ outputTokens: inputTokens });
    }
    expect(pool.state().requests).toMatchObject({ opened: 4, completed: 4 });
  });
});

describe("a time that is none", () => {
  it.each(NOT_TIMES)("(%s) is refused by every move", (at) => {
    const error = { code: "ERR_NARWHAL_TIME", field: "at", value: at };
    const refused = (situation: Situation, call: Refusal["call"]) =>
      expectRefused("invalid_time", { situation, call, error, message: "at must be a finite number of seconds, got " });
    refused("pending", (request) => request.size(1000, 50, { at }));
    refused("sized", (request) => request.reprice(1000, 50, { at }));
    refused("sized", (request) => request.wait({ at }));
    refused("waiting", (request) => request.prefill("p", { at }));
    refused("prefill", (request) => request.firstToken({ at }));
    refused("in transit", (request) => request.decode("d", { at }));
    refused("decode", (request) => request.token(1, { at }));
    refused("streaming", (request) => request.retry({ at }));
    refused("streaming", (request) => request.complete({ at }));
    for (const end of ["fail", "expire", "refuse", "reject", "cancel", "invalid"] as const) {
      refused("waiting", (request) => request[end]({ at }));
    }
  });

  it.each(NOT_TIMES)("(%s) opens a request now, and counts", (at) => {
    const { pool, clock } = poolAt0();
    clock.set(7);
    expect(pool.open({ at }).arrivedS).toBe(7);
    expect(pool.state()).toMatchObject({ requests: { opened: 1, pending: 1 }, anomalies: { invalid_time: 1 } });
    const strict = poolAt0({ strict: true }).pool;
    expect(() => strict.open({ at })).toThrow(expect.objectContaining({ code: "ERR_NARWHAL_TIME", value: at }));
    expect(strict.state()).toMatchObject({ requests: { opened: 0 }, offers: { offered: 0 } });
  });

  it("comes from a broken clock: moves change nothing, and open throws", () => {
    const { pool, clock } = poolAt0();
    const request = requestIn("streaming", pool);
    const before = view(pool);
    clock.set(Number.NaN);
    request.token();
    request.complete();
    expect(() => pool.open()).toThrow(expect.objectContaining({ code: "ERR_NARWHAL_TIME", field: "clock.now()" }));
    expect(() => pool.state()).toThrow("clock.now() must be a finite number of seconds, got NaN");
    clock.set(0);
    expect(view(pool)).toEqual({ ...before, anomalies: { ...before.anomalies, invalid_time: 2 } });
  });
});

describe("an engine that is not known", () => {
  it.each(["x", "", "__proto__", 7, null, undefined, {}])("(%s) changes nothing but one count", (engineId) => {
    const dispatches = { waiting: "prefill", streaming: "decode" } as const;
    for (const [situation, move] of Object.entries(dispatches) as [Situation, "prefill" | "decode"][]) {
      const { pool } = poolAt0();
      const request = requestIn(situation, pool);
      const { state, engine } = request;
      const before = view(pool);
      request[move](engineId as string);
      expect(view(pool)).toEqual({ ...before, anomalies: { ...before.anomalies, unknown_engine: 1 } });
      expect([request.state, request.engine]).toEqual([state, engine]);
      const strict = requestIn(situation, poolAt0({ strict: true }).pool);
      const error = { code: "ERR_NARWHAL_UNKNOWN_ENGINE", kind: "engine", id: engineId };
      expect(() => strict[move](engineId as string)).toThrow(expect.objectContaining(error));
    }
  });
});
