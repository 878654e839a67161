import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ArgumentError, ConfigError } from "../../src/errors";
import { memorySink } from "../../src/journal/sinks";
import { fileSink, saveSnapshot } from "../../src/node";
import { unfinishedName } from "../../src/node/unfinished-name";
import { poolAt0 } from "../pool/fixtures";

const folder = mkdtempSync(join(tmpdir(), "narwhal-slo-snapshots-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("torn-snapshot", () => {
  it("each save has a file of its own until it is whole", () => {
    const names = new Set(Array.from({ length: 1000 }, () => unfinishedName("pool.snapshot")));
    expect(names.size).toBe(1000);
  });

  it("a save puts the whole file in its place, and leaves none beside it", () => {
    const path = join(folder, "pool.snapshot");
    for (const length of [300_000, 200_000]) {
      saveSnapshot(path, new Uint8Array(length).fill(7));
      expect(readFileSync(path).equals(Buffer.alloc(length, 7))).toBe(true);
    }
    expect(() => saveSnapshot(join(folder, "none", "x"), new Uint8Array(1))).toThrow("ENOENT");
    expect(readdirSync(folder)).toEqual(["pool.snapshot"]);
  });
});

describe("ill-formed-id", () => {
  it.each(["gpu-\ud800", "\udc00", "a\udc00\ud800b"])("an engine's id is well-formed Unicode: %j is not", (id) => {
    const { pool } = poolAt0();
    expect(() => pool.addEngine({ id, role: "decode" })).toThrow(ArgumentError);
    expect(() => poolAt0({ engines: [{ id, role: "decode" }] })).toThrow(ArgumentError);
    expect(pool.state().fleet.engines).toHaveLength(2);
  });

  it("a whole pair is", () => {
    const { pool } = poolAt0({ engines: [{ id: "gpu-\u{1f40b}", role: "decode" }] });
    expect(pool.restore(pool.snapshot())).toMatchObject({ unknownEngines: [], missingEngines: [] });
  });
});

describe("elapsed-in-milliseconds", () => {
  it.each([1.0000001e9, 1.76e9, 1.7e12, 1e16, 1e300, Number.POSITIVE_INFINITY, -1, Number.NaN, "5" as never])(
    "%s s are refused, and change nothing",
    (elapsedS) => {
      const { pool } = poolAt0();
      const snapshot = pool.snapshot();
      expect(() => pool.restore(snapshot, { elapsedS })).toThrow("elapsedS must be 0 .. 1000000000 s");
      expect(pool.clockOffsetS).toBe(0);
    },
  );

  it("after the longest age the pool decides, and can be handed on", () => {
    const { pool, clock } = poolAt0();
    pool.restore(pool.snapshot(), { elapsedS: 1e9 });
    let decisions = 0;
    for (let second = 1; second <= 300; second += 1) {
      clock.set(second);
      decisions += pool.pass().decisions.length;
    }
    expect(decisions).toBe(60);
    expect(pool.restore(pool.snapshot()).takenAtS).toBe(1e9 + 300);
  });
});

describe("one-file-for-two-logs", () => {
  it("one path for journal and event log is refused", () => {
    const path = join(folder, "log.jsonl");
    const same = fileSink(join(folder, ".", "log.jsonl"));
    expect(() => poolAt0({ journal: fileSink(path), eventLog: same })).toThrow(
      new ConfigError("eventLog", "must go to another file than the journal", path),
    );
    poolAt0({ journal: fileSink(path), eventLog: memorySink() });
    poolAt0({ journal: memorySink(), eventLog: memorySink() });
  });
});
