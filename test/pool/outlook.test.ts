import { describe, expect, it } from "vitest";
import { createPoolSync, manualClock } from "../../src/index";
import { profile } from "../simulation/fleet-helpers";

const other = { ...profile, ttftB: 2 ** -9 };

function poolOf(roles: string, profiles = [profile, profile, profile]) {
  const clock = manualClock(100);
  const engines = [...roles].map((letter, index) => ({
    id: `${letter}${index}`,
    role: letter === "p" ? ("prefill" as const) : ("decode" as const),
    profile: profiles[index] ?? profile,
  }));
  const pool = createPoolSync({ slo: { ttftS: 2, tpotS: 1 }, engines, clock });
  const waiting = (inputTokens: number) => {
    const request = pool.open();
    request.size(inputTokens, 10);
    request.wait();
    return request;
  };
  return { pool, clock, waiting };
}

describe("the outlook of a request", () => {
  it("is its prefill alone where nothing is before it", () => {
    const { waiting } = poolOf("pd");
    expect(waiting(1024).outlook()).toEqual({ ttftS: 1, late: false });
  });

  it("counts the time that it has waited", () => {
    const { clock, waiting } = poolOf("pd");
    const request = waiting(1024);
    clock.advance(1);
    expect(request.outlook()).toEqual({ ttftS: 2, late: false });
    clock.advance(0.5);
    expect(request.outlook()).toEqual({ ttftS: 2.5, late: true });
  });

  it("counts those before it in the line, which do not make it late", () => {
    const { waiting } = poolOf("pd");
    const line = [waiting(1024), waiting(1024), waiting(1024), waiting(1024)];
    expect(line.map((request) => request.outlook())).toEqual([
      { ttftS: 1, late: false },
      { ttftS: 2, late: false },
      { ttftS: 3, late: false },
      { ttftS: 4, late: false },
    ]);
    line[0]?.prefill("p0");
    expect(line[3]?.outlook()).toEqual({ ttftS: 4, late: false });
    line[0]?.firstToken();
    expect(line[3]?.outlook()).toEqual({ ttftS: 3, late: false });
  });

  it("takes those before it as the mean of the line", () => {
    const { waiting } = poolOf("pd");
    const line = [waiting(3072), waiting(1024)];
    // Half of the line, 2 s, and its own second.
    expect(line[1]?.outlook().ttftS).toBe(3);
  });

  it("has the line served by all engines, and is late by the best one", () => {
    const { waiting, pool } = poolOf("ppd", [profile, other]);
    const first = pool.open();
    first.size(1536, 1);
    first.prefill("p0");
    // 1.5 s on p0; then 1 s there, or 2 s on p1 at once.
    expect(waiting(1024).outlook()).toEqual({ ttftS: 2.25, late: false });
    expect(waiting(1536).outlook().late).toBe(true);
  });

  it("follows lengths that change while it waits, and those that left from before it", () => {
    const { waiting } = poolOf("pd");
    const line = [waiting(1024), waiting(1024)];
    line[0]?.reprice(2048, 10);
    expect(line[1]?.outlook().ttftS).toBe(2.5);
    line[0]?.cancel();
    expect(line[1]?.outlook().ttftS).toBe(1);
    line[1]?.reprice(2048, 10, { cachedTokens: 1024 });
    expect(line[1]?.outlook().ttftS).toBe(1);
  });

  it("is that of its engine once it is there, and the TTFT that it had after that", () => {
    const { waiting, clock } = poolOf("pd");
    const request = waiting(1024);
    request.prefill("p0");
    expect(request.outlook()).toEqual({ ttftS: 1, late: false });
    clock.advance(3);
    request.firstToken();
    clock.advance(1);
    expect(request.outlook()).toEqual({ ttftS: 3, late: true });
  });

  it("waits for the rest of what an engine has begun, as if it served one after the other", () => {
    const { waiting, clock } = poolOf("pd");
    const first = waiting(1024);
    first.prefill("p0");
    clock.advance(0.25);
    const second = waiting(1024);
    second.prefill("p0");
    const asked = () => {
      const request = waiting(1024);
      const outlook = request.outlook();
      request.cancel();
      return outlook;
    };
    expect(asked()).toEqual({ ttftS: 2.75, late: true });
    clock.advance(1.75);
    // The first one is overdue: its second is over, that of the other has not begun.
    expect(asked()).toEqual({ ttftS: 2, late: false });
    first.firstToken();
    clock.advance(0.25);
    expect(asked().ttftS).toBe(1.75);
  });

  it("has learned how fast engines are, where the pool learns", () => {
    const clock = manualClock(0);
    const engines = [
      { id: "p", role: "prefill" as const },
      { id: "d", role: "decode" as const },
    ];
    const pool = createPoolSync({ slo: { ttftS: 2, tpotS: 1 }, engines, clock, policy: "headroom" });
    const turn = () => {
      const request = pool.open();
      request.size(1024, 10);
      request.prefill("p");
      clock.advance(0.5);
      request.firstToken();
      request.decode("d");
      for (let token = 0; token < 10; token++) {
        clock.advance(0.125);
        request.token();
      }
      request.complete();
      pool.pass();
    };
    const asked = () => {
      const request = pool.open();
      request.size(1024, 10);
      const outlook = request.outlook();
      request.cancel();
      return outlook;
    };
    expect(asked()).toEqual({ ttftS: null, late: null });
    for (let round = 0; round < 30; round++) turn();
    expect(asked().ttftS).toBeCloseTo(0.5, 6);
    expect(asked().late).toBe(false);
  });

  it("does not wait for a phase that is over", () => {
    const { waiting } = poolOf("pd");
    const decoding = waiting(1024);
    decoding.prefill("p0");
    decoding.firstToken();
    decoding.wait();
    expect(waiting(1024).outlook().ttftS).toBe(1);
  });

  it("is unknown without a size, an engine or a profile, but for what is late already", () => {
    const { pool, clock, waiting } = poolOf("pd");
    expect(pool.open().outlook()).toEqual({ ttftS: null, late: null });
    const request = waiting(1024);
    pool.setAvailable("p0", false);
    expect(request.outlook()).toEqual({ ttftS: null, late: null });
    clock.advance(2.5);
    expect(request.outlook()).toEqual({ ttftS: null, late: true });
  });
});
