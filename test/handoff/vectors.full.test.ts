import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../src/clock";
import { restorePoolSnapshot } from "../../src/handoff/restore";
import { takePoolSnapshot } from "../../src/handoff/take";
import { Anomalies } from "../../src/pool/anomalies";
import { RequestCounter } from "../../src/pool/request-counts";
import { Timeline } from "../../src/pool/timeline";
import { compare } from "../conformance/compare";
import { type Account, applyOperation, controlReplayer, startAccount } from "../conformance/control";
import { readVectorFile, type VectorFile } from "../conformance/vector-file";

const FOLDER = new URL("../vectors/", import.meta.url);

/** All but the one whose traffic never pauses. */
const FILES = readdirSync(FOLDER).filter((name) => /^control-(?!azure-conv)/.test(name));

/** How often an account is handed on, at most, while a file is replayed. */
const HANDOFFS = 12;

/** Positions after which no operation speaks of a request that was spoken of before. */
function quietPositions(operations: VectorFile["operations"]): number[] {
  const last = new Map<unknown, number>();
  operations.forEach(({ operation }, position) => {
    if (typeof operation.id === "number") last.set(operation.id, position);
  });
  let busyUntil = -1;
  return operations.flatMap(({ operation }, position) => {
    busyUntil = Math.max(busyUntil, last.get(operation.id) ?? -1);
    return busyUntil <= position && position < operations.length - 1 ? [position] : [];
  });
}

/** So many of the positions, evenly spread. */
function some(positions: readonly number[]): Set<number> {
  const step = Math.max(1, positions.length / HANDOFFS);
  return new Set(Array.from({ length: HANDOFFS }, (_, i) => positions[Math.floor(i * step)] ?? -1));
}

/** A process that replays: its account, on a clock that is `aheadS` ahead of the recorded times. */
class Process {
  readonly account: Account;
  readonly #clock = manualClock();
  readonly #timeline = new Timeline(this.#clock);
  readonly #aheadS: number;

  constructor(header: VectorFile["header"], startS: number, aheadS: number) {
    this.#aheadS = aheadS;
    this.#clock.set(startS + aheadS);
    this.account = startAccount(header, this.#timeline);
  }

  apply(operation: VectorFile["operations"][number]["operation"]): unknown {
    this.#clock.set(operation.t + this.#aheadS);
    return applyOperation(this.account, operation);
  }

  get idle(): boolean {
    const { accounting, replay } = this.account;
    return accounting.offers.pending === 0 && replay.tracker.size === 0;
  }

  snapshot(nowS: number): Uint8Array {
    return takePoolSnapshot(this.#accounts(), nowS);
  }

  restore(bytes: Uint8Array): void {
    restorePoolSnapshot({ ...this.#accounts(), clock: this.#timeline }, bytes);
  }

  #accounts() {
    const { accounting, controller, replay } = this.account;
    const { fleet } = replay.tracker;
    return { accounting, controller, fleet, counter: new RequestCounter(), anomalies: new Anomalies(false) };
  }
}

describe("recorded cases, handed on from process to process", () => {
  it.each(FILES)("%s", (name) => {
    const { header, operations } = readVectorFile(new URL(name, FOLDER).pathname);
    const quiet = some(quietPositions(operations));
    let process = new Process(header, header.start, 0);
    let handoffs = 0;
    operations.forEach(({ line, operation }, position) => {
      const got = process.apply(operation);
      const mismatches = compare(got, operation.expect ?? {}, controlReplayer.toleranceOf);
      expect(mismatches, `line ${line}`).toEqual([]);
      if (!quiet.has(position) || !process.idle) return;
      handoffs += 1;
      const bytes = process.snapshot(operation.t);
      process = new Process(header, operation.t, 1000 * handoffs);
      process.restore(bytes);
    });
    expect(handoffs).toBeGreaterThan(0);
  });
});
