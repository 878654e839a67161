import { describe, expect, it } from "vitest";
import { UnknownIdError } from "../../src/errors";
import { EventLogLearner } from "../../src/fit/event-log-profiles";
import { poolAt0 } from "./fixtures";

/** Requests of 100 to 900 tokens, one after the other: prefill takes 1 ms a token, a token 20 ms. */
function serve({ pool, clock }: ReturnType<typeof poolAt0>, requests: number): void {
  for (let index = 0; index < requests; index += 1) {
    const inputTokens = 100 + ((index * 97) % 800);
    const handle = pool.open();
    handle.size(inputTokens, 20);
    handle.prefill("p");
    clock.advance(inputTokens / 1000);
    handle.firstToken();
    handle.decode("d");
    for (let token = 0; token < 20; token += 1) {
      clock.advance(0.02);
      handle.token();
    }
    handle.complete();
    pool.pass();
  }
}

describe("pool.learnedProfile", () => {
  it("has what the engines of a kind taught, and shows it in the state", () => {
    const scene = poolAt0({ policy: "headroom" });
    serve(scene, 60);
    const learned = scene.pool.learnedProfile("p");
    expect(learned).toEqual(scene.pool.learnedProfile("d"));
    expect(learned?.prefill.samples).toBe(60);
    expect(learned?.profile).toMatchObject({ prefillMinTokens: 100, decodeMinRequests: 1, decodeMaxRequests: 1 });
    expect(scene.pool.state().fleet.engines[0]?.learned).toMatchObject({
      known: true,
      prefill: { samples: 60, scale: learned?.prefill.scale && Number(learned.prefill.scale.toFixed(6)) },
    });
  });

  it("is null where the policy does not measure engines", () => {
    expect(poolAt0({ policy: "reactive" }).pool.learnedProfile("p")).toBe(null);
    expect(poolAt0({ policy: "reactive" }).pool.state().fleet.engines[0]?.learned).toBe(null);
  });

  it("throws for an unknown engine", () => {
    expect(() => poolAt0({ policy: "headroom" }).pool.learnedProfile("x")).toThrow(UnknownIdError);
  });
});

describe("an event log", () => {
  it("teaches the same, whatever the policy was", () => {
    const rows: string[] = [];
    const eventLog = { write: (row: string) => void rows.push(row) };
    const logged = poolAt0({ policy: "reactive", eventLog });
    serve(logged, 60);
    const live = poolAt0({ policy: "headroom" });
    serve(live, 60);
    const learner = new EventLogLearner();
    for (const row of rows) learner.feed(row);
    const [p, d] = learner.profiles();
    expect(p).toEqual({ engine: "p", ...live.pool.learnedProfile("p") });
    expect(d).toEqual({ engine: "d", ...live.pool.learnedProfile("d") });
  });

  it("must begin with its meta row", () => {
    expect(() => new EventLogLearner().feed('{"type":"pass","at_s":1,"decisions":[]}')).toThrow(
      "must begin with its meta row",
    );
  });
});
