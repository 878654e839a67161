import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { flatness } from "../../bench/soak/flat";
import { breachesOf } from "../../bench/soak/invariants";
import { Report } from "../../bench/soak/report";
import { runByClock } from "../../bench/soak/run";
import { Soak } from "../../bench/soak/soak";
import { Wheel } from "../../bench/soak/wheel";
import { manualClock } from "../../src/index";
import { logParts } from "../../src/node";

const folder = mkdtempSync(join(tmpdir(), "narwhal-slo-soak-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A soak that has run by a clock of its own: at 1080 s long prompts begin. */
async function soaked(callsPerS: number, seconds: number) {
  const clock = manualClock(1080);
  const soak = new Soak({ clock, stopwatch: () => 0, callsPerS, folder });
  await runByClock(soak, seconds, clock);
  soak.check();
  return soak;
}

describe("a soak", () => {
  it("at 100,000 calls a second holds all invariants, and makes about as many calls", async () => {
    const { breaches, traffic, pool } = await soaked(100_000, 2);
    expect(breaches).toEqual([]);
    expect(traffic.calls).toBeGreaterThan(150_000);
    expect(traffic.inFlight).toBeGreaterThan(1000);
    expect(pool.state().requests).toMatchObject({ ...traffic.ends, opened: traffic.opened });
    expect(Object.values(traffic.ends).every((count) => count > 0)).toBe(true);
  });

  it("scrapes, writes snapshots and a journal, moves engines, and reports", async () => {
    const soak = await soaked(4000, 61);
    expect(soak.breaches).toEqual([]);
    expect([soak.scrapes, soak.snapshots]).toEqual([12, 2]);
    expect(Object.keys(soak.pool.state().counters.moves).length).toBeGreaterThan(0);
    const journal = logParts(join(folder, "journal.jsonl")).map((part) => readFileSync(part, "utf8"));
    expect(journal.join("")).toContain('"result":"applied"');
    const report = new Report(soak);
    const memory = { rssBytes: 64 * 2 ** 20, heapBytes: 2 ** 20 };
    expect(report.line(61, memory)).toMatch(/rss 64.0 MiB .* heap 1.0 MiB .* invariants hold$/);
    const { lines, sound } = report.end(61);
    expect(sound).toBe(true);
    expect(lines).toContain("heap too short to tell; rss too short to tell");
    expect(lines.at(-1)).toBe("all invariants held");
  });

  it("is not sound once an invariant has failed, or a memory grows", async () => {
    const soak = await soaked(1000, 1);
    const report = new Report(soak);
    for (let i = 1; i <= 20; i += 1) report.line(i, { rssBytes: 2 ** 30, heapBytes: i * 2 ** 20 });
    expect(report.end(20)).toMatchObject({
      sound: false,
      lines: expect.arrayContaining([expect.stringMatching(/^heap GROWS \(9.0 MiB .*; rss flat \(0.0 MiB /)]),
    });
    soak.breaches.push("lost");
    expect(new Report(soak).end(20)).toMatchObject({
      sound: false,
      lines: expect.arrayContaining(["1 breaches: lost"]),
    });
  });

  it("finds what does not add up, and what its books say otherwise", async () => {
    const { pool, traffic } = await soaked(1000, 2);
    const state = pool.state();
    const ends = { ...traffic.ends, completed: traffic.ends.completed + 1 };
    expect(breachesOf(state, { ends, opened: traffic.opened - 1, inFlight: traffic.inFlight })).toEqual([
      `completed is ${traffic.ends.completed}, the books say ${traffic.ends.completed + 1}`,
      `opened is ${traffic.opened}, the books say ${traffic.opened - 1}`,
    ]);
    const offered = (state.offers.offered ?? 0) + 1;
    const wrong = { ...state, offers: { ...state.offers, offered } };
    expect(breachesOf(wrong, traffic)).toEqual([
      `offers.offered = pending + sized + lost + invalid_unsized: ${offered} is not ${offered - 1}`,
    ]);
  });
});

describe("the rule of flatness", () => {
  const readings = (bytesAt: (i: number) => number) =>
    Array.from({ length: 40 }, (_, i) => ({ atS: 10 * i, bytes: bytesAt(i) }));

  it("looks at the second half only", () => {
    const { growthBytes, flat } = flatness(
      readings((i) => 1e9 * Math.min(i, 20)),
      0.05,
    );
    expect([growthBytes, flat]).toEqual([0, true]);
  });

  it("takes the line of least squares, and a share of the mean", () => {
    const grown = flatness(
      readings((i) => 1e9 + 4e6 * i),
      0.05,
    );
    expect(grown.growthBytes).toBeCloseTo(76e6, 0);
    expect(grown.limitBytes).toBeCloseTo(0.05 * (1e9 + 4e6 * 29.5), 0);
    expect(grown.flat).toBe(false);
    expect(
      flatness(
        readings((i) => 1e9 + 1e6 * i),
        0.05,
      ).flat,
    ).toBe(true);
  });

  it("lets noise of 2 MiB pass, and what shrinks", () => {
    expect(
      flatness(
        readings((i) => 1000 * i),
        0,
      ),
    ).toMatchObject({ flat: true, limitBytes: 2 ** 21 });
    expect(
      flatness(
        readings((i) => 1e9 - 1e6 * i),
        0,
      ).flat,
    ).toBe(true);
  });

  it("cannot tell of fewer than six readings", () => {
    expect(flatness(readings((i) => 1e9 * i).slice(0, 10), 0).flat).toBeNull();
    expect(flatness([], 0).flat).toBeNull();
  });
});

describe("the wheel", () => {
  it("gives what is due, in order, once", () => {
    const wheel = new Wheel<string>(5, 1);
    wheel.add("c", 5.5);
    wheel.add("a", 4);
    wheel.add("b", 5.1);
    const taken: string[] = [];
    const take = (item: string) => taken.push(item);
    wheel.take(5.0005, take);
    expect(taken).toEqual([]);
    wheel.take(5.2, take);
    expect(taken).toEqual(["a", "b"]);
    wheel.take(9, take);
    expect(taken).toEqual(["a", "b", "c"]);
  });

  it("refuses what would come round too early", () => {
    expect(() => new Wheel(0, 1).add("x", 2)).toThrow("2 s is too far ahead");
  });
});
