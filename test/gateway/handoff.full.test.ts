import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { leaveSnapshot, takeOver } from "../../examples/gateway/handoff";
import { createPoolSync, type PoolOptions } from "../../src/index";
import { chat, scratchFolder, settled, start } from "./start-gateway";

const SLO = { ttftS: 1, tpotS: 0.05 };

let path = "";
let lines: string[] = [];
const log = (line: string) => lines.push(line.replaceAll(path, "PATH"));

beforeEach(() => {
  path = join(scratchFolder(), "snapshot");
  lines = [];
});

/** The bytes that a pool leaves in which one request was cancelled. */
function snapshotOf(options: Partial<PoolOptions> = {}): Uint8Array {
  const pool = createPoolSync({ slo: SLO, ...options });
  pool.open().cancel();
  return pool.snapshot();
}

/** What a new pool makes of the file: whether it took it over, and how many requests it knows. */
function take(options: Partial<PoolOptions> = {}) {
  const pool = createPoolSync({ slo: SLO, ...options });
  const taken = takeOver(pool, { path, maxAgeS: 480, log });
  return { taken, opened: pool.state().requests.opened };
}

const COLD = { taken: false, opened: 0 };

/** Has the file be written so many seconds ago. */
function age(seconds: number): void {
  const timeS = Date.now() / 1000 - seconds;
  utimesSync(path, timeS, timeS);
}

describe("a snapshot", () => {
  it("goes to a successor, once", () => {
    writeFileSync(path, snapshotOf());
    age(100);
    expect(take()).toEqual({ taken: true, opened: 1 });
    expect(lines).toEqual([expect.stringMatching(/^snapshot PATH: taken over, 10\d\.\d s old$/)]);
    expect([existsSync(path), existsSync(`${path}.taken`)]).toEqual([false, true]);
    expect(take()).toEqual(COLD);
  });

  it("ages while no process has it", () => {
    writeFileSync(path, snapshotOf());
    age(100);
    const pool = createPoolSync({ slo: SLO });
    takeOver(pool, { path, maxAgeS: 480, log });
    expect(pool.state().demand_history.unsized.observations).toBe(1);
    writeFileSync(path, snapshotOf());
    age(200);
    takeOver(pool, { path, maxAgeS: 480, log });
    expect(pool.state().demand_history.unsized).toMatchObject({ observations: 0, expired: 1 });
  });

  it("of a clock that was set back is as new", () => {
    writeFileSync(path, snapshotOf());
    age(-3600);
    expect(take()).toEqual({ taken: true, opened: 1 });
    expect(lines).toEqual(["snapshot PATH: taken over, 0.0 s old"]);
  });
});

describe("what cannot be used is one line, and the pool begins cold", () => {
  const damaged = snapshotOf();
  damaged[20] = (damaged[20] ?? 0) ^ 1;
  const newer = snapshotOf();
  newer[7] = 2;
  const cases = {
    not_a_snapshot: new TextEncoder().encode("garbage, and more of it"),
    truncated: snapshotOf().slice(0, 100),
    corrupted: damaged,
    newer,
    incompatible: snapshotOf({ windowS: 240 }),
  };

  it.each(Object.entries(cases))("%s", (reason, bytes) => {
    writeFileSync(path, bytes);
    expect(take()).toEqual(COLD);
    const refused = `^snapshot PATH: ERR_NARWHAL_SNAPSHOT: the snapshot is refused \\(${reason}\\): .+; the pool begins cold$`;
    expect(lines).toEqual([expect.stringMatching(refused)]);
    expect(statSync(`${path}.taken`).size).toBe(bytes.length);
  });

  it("no file", () => {
    expect(take()).toEqual(COLD);
    expect(lines).toEqual(["snapshot PATH: not found; the pool begins cold"]);
  });

  it("too old", () => {
    writeFileSync(path, snapshotOf());
    age(490);
    expect(take()).toEqual(COLD);
    const tooOld = /^snapshot PATH: ERR_GATEWAY_SNAPSHOT: too_old: 49\d s, at most 480 s; the pool begins cold$/;
    expect(lines).toEqual([expect.stringMatching(tooOld)]);
  });

  it("a folder", () => {
    mkdirSync(path);
    expect(take()).toEqual(COLD);
    const what = "ERR_GATEWAY_SNAPSHOT: not_a_file: it is a folder, a device or a pipe";
    expect(lines).toEqual([`snapshot PATH: ${what}; the pool begins cold`]);
  });

  it("larger than all memory of the core may be", () => {
    const file = openSync(path, "w");
    ftruncateSync(file, 2 ** 28 + 1);
    closeSync(file);
    expect(take()).toEqual(COLD);
    expect(lines).toEqual(["snapshot PATH: ERR_GATEWAY_SNAPSHOT: too_large: 268435457 bytes; the pool begins cold"]);
  });

  it("where it cannot be written: the next process begins cold", () => {
    path = join(path, "missing", "snapshot");
    leaveSnapshot(createPoolSync({ slo: SLO }), { path, maxAgeS: 480, log });
    expect(lines).toEqual([expect.stringMatching(/^snapshot PATH: ENOENT: .+; the next process begins cold$/)]);
  });
});

describe("a gateway", () => {
  it("leaves its accounts to a successor", async () => {
    const first = await start({ snapshotPath: path, log });
    for (let i = 0; i < 5; i += 1) await first.client.chat.completions.create(chat(3));
    await settled(first.gateway, 5);
    await first.gateway.close();
    expect(lines).toEqual(["snapshot PATH: not found; the pool begins cold", "snapshot PATH: written"]);
    const second = await start({ snapshotPath: path });
    const state = second.gateway.pool.state();
    expect(state.requests).toMatchObject({ opened: 5, completed: 5 });
    expect(state.demand_history.arrivals.observations).toBe(5);
    await second.client.chat.completions.create(chat(3));
    expect((await settled(second.gateway, 6)).ended.completed).toBe(6);
  });

  it("knows better than a snapshot which engines are well", async () => {
    const engines = ["e0", "e1", "e2", "e3"].map((id) => ({ id, role: "decode" as const }));
    const pool = createPoolSync({ slo: SLO, monitorIntervalS: 0.1, engines });
    for (const { id } of engines) pool.setAvailable(id, false);
    writeFileSync(path, pool.snapshot());
    const { gateway } = await start({ snapshotPath: path });
    const restored = gateway.pool.state().fleet.engines.map(({ role, available }) => ({ role, available }));
    expect(restored).toEqual(engines.map(() => ({ role: "decode", available: true })));
    expect(gateway.fleet.engines.map(({ role }) => role)).toEqual(engines.map(({ role }) => role));
  });

  it("serves, and leaves a good snapshot, after a damaged one", async () => {
    writeFileSync(path, "garbage");
    const { gateway, client } = await start({ snapshotPath: path, log });
    expect((await client.chat.completions.create(chat(3))).usage?.completion_tokens).toBe(3);
    await settled(gateway, 1);
    await gateway.close();
    expect(take({ monitorIntervalS: 0.1 })).toEqual({ taken: true, opened: 1 });
  });

  it("takes no snapshot that is older than four windows", async () => {
    writeFileSync(path, snapshotOf({ monitorIntervalS: 0.1 }));
    age(481);
    const old = await start({ snapshotPath: path });
    expect(old.gateway.pool.state().requests.opened).toBe(0);
    const given = await start({ snapshotPath: path, snapshotMaxAgeS: 1000 });
    expect(given.gateway.pool.state().requests.opened).toBe(1);
  });
});
