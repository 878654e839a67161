import { describe, expect, it } from "vitest";
import { type ConfigInput, manualClock, resolveConfig } from "../../src/index";
import { Accounting } from "../../src/parts";
import { NaiveEstimates } from "../model/naive-estimates";
import { NaiveWindow } from "../model/naive-window";
import { BUILDS } from "./builds";
import { randomFrom, TRAFFIC, type Traffic } from "./learned-traffic";

const SLOS = { ttftSloS: 1, tpotSloS: 0.05 };
const PER_BUCKET = 127;

/** An account and its naive double, as long as both keep completions, at so many shapes that no bucket overflows. */
class Pair {
  readonly clock = manualClock(1000);
  readonly random = randomFrom(7);
  readonly retainedS: number;
  readonly accounting: Accounting;
  readonly naive: NaiveWindow;

  constructor(fields: Partial<ConfigInput>, module?: WebAssembly.Module) {
    const config = resolveConfig({ ...SLOS, ...fields });
    this.retainedS = 4 * config.windowS;
    this.accounting = new Accounting(config, this.clock, module);
    const { maxShapes } = config;
    this.naive = new NaiveWindow({ retainedS: this.retainedS, bucketS: 1, maxShapes, merge: "first" }, this.clock);
  }

  /** Every second is full of completions; they are learned from every few seconds. */
  serve(traffic: Traffic, seconds: number): void {
    for (let i = 0; i < seconds * PER_BUCKET; i += 1) {
      this.clock.advance(1 / PER_BUCKET);
      const nowS = this.clock.now();
      const completion = traffic(this.random);
      this.accounting.complete(...completion, nowS);
      this.naive.add(completion);
      if (this.random() < 1 / (4 * PER_BUCKET)) this.accounting.learn(nowS);
    }
  }

  expectTheSame(): void {
    const nowS = this.clock.now();
    const { inForce, ratios, outputs } = new NaiveEstimates(this.naive.cells(nowS - this.retainedS));
    expect(this.accounting.learned(nowS)).toEqual({ inForce, ratios, outputs });
  }
}

const SMALL = { windowS: 8, evidenceSpanS: 5, evidenceMaxSpanS: 8 };
const kinds = Object.entries(TRAFFIC).map(([kind, traffic]) => ({ kind, traffic }));

describe.each(BUILDS)("full windows of completions ($name build)", ({ options: { module } }) => {
  it.each(kinds)("are learned from to the digit: $kind", ({ traffic }) => {
    const pair = new Pair(SMALL, module);
    for (let round = 0; round < 12; round += 1) {
      pair.serve(traffic, 4);
      pair.expectTheSame();
    }
    // Nothing new: completions expire, in part of a bucket, in many and the rest.
    for (const quietS of [0.3, 0.5, 7.25, 16, 30]) {
      pair.clock.advance(quietS);
      pair.expectTheSame();
    }
    pair.serve(traffic, 3);
    pair.expectTheSame();
  });

  it("are learned from to the digit when one kind of traffic gives way to another", () => {
    const pair = new Pair(SMALL, module);
    for (const { traffic } of kinds) {
      pair.serve(traffic, 13);
      pair.expectTheSame();
    }
    pair.clock.advance(-20);
    pair.expectTheSame();
    pair.clock.advance(20);
    pair.expectTheSame();
  });

  it("are learned from to the digit at the defaults", () => {
    const pair = new Pair({}, module);
    pair.serve(TRAFFIC.ordinary, 500);
    pair.expectTheSame();
    pair.serve(TRAFFIC.nearlyAlike, 100);
    pair.expectTheSame();
    pair.clock.advance(400);
    pair.expectTheSame();
  });
});
