import { describe, expect, it } from "vitest";
import { poolAt0 } from "./fixtures";

/** A pool whose urgent path is on, and a request of so many seconds of prefill work. */
function urgentPool(workS: number) {
  const made = poolAt0({ strict: true, urgent: true, minArrivals: 0, demandFloor: 0 });
  const request = made.pool.open({ id: "req-1" });
  request.size(1000 * workS, 50);
  return { ...made, request };
}

describe("the urgent path of a request", () => {
  it("is armed by wait, when its projected TTFT is over the objective", () => {
    const within = urgentPool(2);
    within.request.wait();
    expect(within.pool.urgentPending).toBe(false);
    const over = urgentPool(2.5);
    over.request.wait();
    expect(over.pool.urgentPending).toBe(true);
    expect(over.pool.state().urgent_pending).toBe(true);
    over.pool.urgent();
    expect(over.pool.urgentPending).toBe(false);
  });

  it("is armed by a retry, whose time runs from the first arrival", () => {
    const { pool, clock, request } = urgentPool(1);
    request.wait();
    request.prefill("p");
    clock.set(1.5);
    request.firstToken();
    expect(pool.urgentPending).toBe(false);
    request.retry();
    expect(pool.urgentPending).toBe(true);
  });

  it("is not armed by a request that waits for decode, nor by a move that changes nothing", () => {
    const { pool, clock, request } = urgentPool(1);
    request.prefill("p");
    request.firstToken();
    clock.set(60);
    request.wait();
    expect(pool.urgentPending).toBe(false);
    request.cancel();
    expect(() => request.wait()).toThrow(expect.objectContaining({ operation: "wait" }));
    expect(pool.urgentPending).toBe(false);
  });

  it("is off by default", () => {
    const { pool } = poolAt0({ strict: true });
    const request = pool.open();
    request.size(9000, 50);
    request.wait();
    request.retry();
    expect(pool.urgentPending).toBe(false);
    expect(pool.urgent()).toEqual({ decisions: [] });
  });
});

describe("a request's name", () => {
  it.each([
    ["req-1", "req-1"],
    [7, 7],
    [{}, null],
    [7n, null],
    [undefined, null],
  ])("of %s is %s in the record of an urgent decision", (id, shown) => {
    const { pool } = poolAt0({ strict: true, urgent: true, minArrivals: 0, demandFloor: 0 });
    const request = pool.open({ id: id as string });
    request.size(9000, 50);
    request.wait();
    pool.urgent();
    expect(pool.state().last_decision).toMatchObject({ trigger_id: shown, projected_ttft_s: 9 });
  });
});
