import { describe, expect, it } from "vitest";
import { recordFlood, requestFlood } from "../../bench/flood";
import type { Workload } from "../../bench/workload";

/** CPU time of a workload: the least of several tries. */
function cpuOf({ run }: Workload): number {
  const tries = Array.from({ length: 30 }, () => {
    const before = process.cpuUsage();
    for (let i = 0; i < 8; i += 1) run();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.min(...tries);
}

describe("hash-flooding", () => {
  it.each([
    ["a window", recordFlood],
    ["a pool", requestFlood],
  ] as const)("lengths that collide in an unseeded hash cost %s what others cost", (_, flood) => {
    // Without a seed it is 20 times as much, and more.
    const ordinary = cpuOf(flood("ordinary")());
    expect(cpuOf(flood("colliding")())).toBeLessThan(4 * ordinary);
  });
});
