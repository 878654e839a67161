import { describe, expect, it } from "vitest";
import { instrument } from "../../src/http";
import { createPoolSync, type RequestHandle } from "../../src/index";
import { anomalies, answer, chunk, clock, DONE, event, finish, opened, passed, state, text, usage } from "./answered";

describe("a streamed answer", () => {
  it("has its first token at the first text, and a token for each chunk with text", async () => {
    const request = opened();
    const role = event({ choices: [{ index: 0, delta: { role: "assistant", content: "" } }] });
    const parts = [": keep-alive\n\n", role, chunk("a"), chunk("b"), chunk("c"), finish(), DONE];
    expect(await passed(request, answer(text(...parts)))).toBe(parts.join(""));
    expect([request.state, request.ttftS, request.tpotS]).toEqual(["completed", 3, 1]);
    expect(anomalies()).toBe(0);
  });

  it("has the length that its usage says: chunks may hold several tokens", async () => {
    const request = opened();
    const last = event({ choices: [], ...usage(9) });
    await passed(request, answer(text(chunk("a"), chunk("bcde"), chunk("fghi"), finish("length"), last, DONE)));
    // Tokens that no chunk has told came by the end: 5 s after the first, with eight gaps.
    expect([request.state, request.ttftS, request.tpotS]).toEqual(["completed", 1, 5 / 8]);
  });

  it("has the tokens of each chunk where usage comes with all of them", async () => {
    const request = opened();
    const tokens: number[] = [];
    const spied = spyOn(request, "token", (count) => tokens.push(count as number));
    const parts = [
      chunk("", usage(0)),
      chunk("a", usage(1)),
      chunk("bcd", usage(4)),
      chunk("e", usage(6)),
      finish(),
      DONE,
    ];
    await passed(spied, answer(text(...parts)));
    expect(tokens).toEqual([1, 3, 2]);
    expect([request.state, request.ttftS, request.tpotS]).toEqual(["completed", 2, 0.4]);
  });

  it("may be cut anywhere by the network, in the middle of a character too", async () => {
    const request = opened();
    const whole = [chunk("\u00e9\u{1f30a}"), chunk("b").replace("\n\n", "\r\n\r\n"), finish(), "data: [DONE]"].join("");
    const bytes = [...new TextEncoder().encode(whole)].map((byte) => Uint8Array.of(byte));
    expect(await passed(request, answer(bytes))).toContain("data: [DONE]");
    expect(request.state).toBe("completed");
    expect(state().requests.completed).toBe(1);
  });

  it.each([
    ["reasoning of vLLM", { delta: { reasoning: "a" } }],
    ["reasoning of SGLang", { delta: { reasoning_content: "a" } }],
    ["the name of a tool", { delta: { tool_calls: [{ function: { name: "a" } }] } }],
    ["the arguments of a tool", { delta: { tool_calls: [{ function: { arguments: "{" } }] } }],
    ["a refusal", { delta: { refusal: "a" } }],
    ["text of a completion", { text: "a" }],
  ])("begins with %s", async (_, choice) => {
    const request = opened();
    await passed(
      request,
      answer(text(event({ choices: [{ delta: {} }] }), event({ choices: [choice] }), finish(), DONE)),
    );
    expect([request.state, request.ttftS]).toEqual(["completed", 2]);
  });

  it("without any text has its first token at its end", async () => {
    const request = opened();
    await passed(request, answer(text(finish(), event({ choices: [], ...usage(0) }), DONE)));
    expect([request.state, request.ttftS, request.tpotS]).toEqual(["completed", 3, null]);
  });

  it("of several choices counts as one of mean length", async () => {
    const request = opened();
    const tokens: number[] = [];
    const spied = spyOn(request, "token", (count) => tokens.push(count as number));
    const choice = (index: number) => event({ choices: [{ index, delta: { content: "a" }, finish_reason: null }] });
    const ends = event({ choices: [0, 1].map((index) => ({ index, delta: {}, finish_reason: "stop" })), ...usage(6) });
    await passed(spied, answer(text(choice(0), choice(1), choice(0), choice(1), choice(1), ends, DONE)));
    expect(tokens).toEqual([1, 1, 1]);
    // From the first token at 1 s to the last one at 5 s, with 6 / 2 tokens.
    expect([request.ttftS, request.tpotS]).toEqual([1, 2]);
  });

  it("leaves a first token that the router has reported, and its decode engine", async () => {
    const request = opened();
    clock.advance(0.5);
    request.firstToken();
    request.decode("d");
    await passed(request, answer(text(chunk("a"), chunk("b"), finish(), DONE)));
    expect([request.state, request.ttftS, request.tpotS]).toEqual(["completed", 0.5, 2]);
    expect(anomalies()).toBe(0);
  });

  it("is decoded where the router says", async () => {
    const request = opened();
    const engines: (string | null)[] = [];
    const body = instrument(request, answer(text(chunk("a"), finish(), DONE)), { decodeEngine: "d" });
    for await (const _ of body) engines.push(request.engine);
    expect(engines).toEqual(["d", "d", "d"]);
    expect(request.state).toBe("completed");
  });

  it("needs no engines", async () => {
    const request = createPoolSync({ slo: { ttftS: 10, tpotS: 1 }, clock, strict: true }).open();
    request.size(100);
    await passed(request, answer(text(chunk("a"), chunk("b"), finish(), DONE)));
    expect([request.state, request.tpotS]).toEqual(["completed", 1]);
  });
});

describe("an answer that fails", () => {
  it.each([
    ["an error in place of choices", [chunk("a"), event({ error: { message: "out of memory" } }), DONE]],
    ["an error object of older servers", [chunk("a"), event({ object: "error", message: "no" }), DONE]],
    ["an abort that looks like a success", [chunk("a"), finish("abort"), DONE]],
    ["an unknown reason", [chunk("a"), finish("toString"), DONE]],
    ["an event that is no JSON", [chunk("a"), "data: {oops\n\n", finish(), DONE]],
    ["an event that is no object", [chunk("a"), "data: 5\n\n", finish(), DONE]],
    ["an end without a reason or [DONE]", [chunk("a"), chunk("b")]],
    ["no body", []],
  ])("%s", async (_, parts) => {
    const request = opened();
    await passed(request, answer(text(...parts)));
    expect(request.state).toBe("failed");
    expect(state().requests.failed).toBe(1);
    expect(anomalies()).toBe(0);
  });

  it.each([
    [500, "failed"],
    [503, "failed"],
    [408, "failed"],
    [302, "failed"],
    [429, "rejected"],
    [400, "invalid"],
    [413, "invalid"],
  ])("the status %i is %s, and its text is passed on", async (status, ended) => {
    const request = opened();
    expect(await passed(request, answer(text('{"error":"no"}'), "application/json", status))).toBe('{"error":"no"}');
    expect(request.state).toBe(ended);
  });

  it.each([
    ["by itself", new Error("socket hang up"), "failed"],
    ["as the router aborted it", new DOMException("aborted", "AbortError"), "cancelled"],
    ["as its time was up", new DOMException("timeout", "TimeoutError"), "expired"],
  ])("a body that breaks off %s", async (_, error, ended) => {
    const request = opened();
    const body = (async function* () {
      yield* text(chunk("a"));
      throw error;
    })();
    const response = { statusCode: 200, headers: { "content-type": "text/event-stream" }, body };
    await expect(passed(request, response)).rejects.toBe(error);
    expect(request.state).toBe(ended);
    expect(
      state().fleet.engines.map(({ prefill_requests, decode_requests }) => [prefill_requests, decode_requests]),
    ).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  it("changes nothing once the router has ended the request", async () => {
    for (const response of [
      answer(text(chunk("a"), finish(), DONE)),
      answer(text('{"error":"no"}'), "application/json", 500),
      answer(text("{}"), "application/json"),
    ]) {
      const request = opened();
      request.expire();
      await passed(request, response);
      expect(request.state).toBe("expired");
      expect(anomalies()).toBe(0);
    }
  });
});

describe("an answer that is not streamed", () => {
  const whole = (choices: readonly object[], tokens: number) => JSON.stringify({ choices, ...usage(tokens) });

  it("has its first token when it is there, and its length by usage", async () => {
    const request = opened();
    const body = whole([{ index: 0, message: { content: "abc" }, finish_reason: "stop" }], 3);
    expect(
      await passed(request, answer(text(body.slice(0, 9), body.slice(9)), "application/json; charset=utf-8")),
    ).toBe(body);
    expect([request.state, request.ttftS, request.tpotS]).toEqual(["completed", 2, null]);
  });

  it("has the first token of the prefill leg, where there is one", async () => {
    const request = opened();
    request.firstToken();
    request.decode("d");
    const choices = [0, 1].map((index) => ({ index, text: "abc", finish_reason: "length" }));
    await passed(request, answer(text(whole(choices, 10)), "application/json"));
    expect([request.state, request.ttftS, request.tpotS]).toEqual(["completed", 0, 0.25]);
  });

  it.each(["", "null", '{"error":{"message":"no"}}', "{}", '{"choices":[{"text":"a"}]}'])(
    "fails as %j",
    async (body) => {
      const request = opened();
      await passed(request, answer(text(body), "application/json"));
      expect(request.state).toBe("failed");
    },
  );
});

/** The request, but for one call, which another function sees first. */
function spyOn(request: RequestHandle, call: "token", see: (...values: unknown[]) => void): RequestHandle {
  return new Proxy(request, {
    get: (target, name) => {
      const value = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...values: unknown[]) => {
        if (name === call) see(...values);
        return Reflect.apply(value, target, values);
      };
    },
  });
}
