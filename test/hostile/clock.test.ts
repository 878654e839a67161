import { describe, expect, it } from "vitest";
import { manualClock } from "../../src/clock";
import { poolAt0 } from "../pool/fixtures";

describe("statistics of offered work", () => {
  // Seconds beyond 2^53 are all the same to an f64 that counts them one by one.
  it.each([
    [-Number.MAX_VALUE, 0],
    [-(2 ** 53), 2 ** 53],
    [1.7e18, 1.8e18],
  ])("move on from %d s to %d s", (fromS, toS) => {
    const clock = manualClock(fromS);
    const { pool } = poolAt0({ policy: "headroom", clock });
    clock.set(toS);
    pool.open().size(1000, 10);
    pool.pass();
    expect(pool.state().requests.opened).toBe(1);
  });
});
