import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClusterMember, joinCluster, redisStore } from "../../src/cluster";
import { createPoolSync } from "../../src/pool/create-pool";
import type { Pool } from "../../src/pool/pool";
import { CLIENTS, type Connected, connect } from "../../tools/cluster/clients";
import { type RunningServer, startServer } from "../../tools/cluster/server";
import { PROFILE } from "../fleet/fixtures";

let server: RunningServer;

beforeAll(async () => {
  execFileSync(process.execPath, ["scripts/install-tool.mjs", "tools/cluster"]);
  server = await startServer();
});

afterAll(() => {
  server.process.kill("SIGKILL");
});

const wait = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000));

function pool(): Pool {
  const engines = ["gpu-0", "gpu-1"].map(
    (id, at) => ({ id, role: at === 0 ? "prefill" : "decode", profile: PROFILE }) as const,
  );
  return createPoolSync({ slo: { ttftS: 1, tpotS: 0.05 }, engines });
}

/** A member, and its pool. */
async function member(connected: Connected, name: string, leaseS = 5): Promise<{ pool: Pool; member: ClusterMember }> {
  const own = pool();
  const store = redisStore(connected.client);
  const options = { name, store, leaseS, graceS: 0, storeTimeoutS: 2 };
  return { pool: own, member: await joinCluster(own, options) };
}

function complete(of: Pool, requests: number): void {
  for (let request = 0; request < requests; request += 1) {
    const handle = of.open();
    handle.size(100, 16);
    handle.prefill("gpu-0");
    handle.firstToken();
    handle.decode("gpu-1");
    handle.token(3);
    handle.complete();
  }
}

/** Passes until the leader has decided at a further cut. */
async function settle(...members: readonly ClusterMember[]): Promise<void> {
  for (let pass = 0; pass < 3; pass += 1) {
    for (const one of members) await one.pass();
    await wait(1.05);
  }
}

describe.each(CLIENTS)("%s", (kind) => {
  let connected: Connected;

  beforeAll(async () => {
    connected = await connect(kind, server.port);
    await connected.command("FLUSHALL");
  });

  afterAll(() => connected.close());

  test("two routers have one account, and one of them leads", async () => {
    const one = await member(connected, `${kind}-account`);
    const other = await member(connected, `${kind}-account`);
    complete(one.pool, 5);
    complete(other.pool, 7);
    await settle(other.member, one.member);
    expect([one.member.state().leads, other.member.state().leads]).toEqual([true, false]);
    for (const { member: joined } of [one, other]) {
      expect(joined.fleet()).toMatchObject({ members: 2, attainment: { total: 12 }, demand: { arrivals: 12 } });
    }
  });

  test("SCRIPT FLUSH and FLUSHALL cost nothing that lasts", async () => {
    const { pool: own, member: joined } = await member(connected, `${kind}-flush`);
    complete(own, 4);
    await settle(joined);
    await connected.command("SCRIPT", "FLUSH");
    await connected.command("FLUSHALL");
    await settle(joined);
    expect(joined.state()).toMatchObject({ storeErrors: 0, resends: 1 });
    expect(joined.fleet()).toMatchObject({ members: 1, attainment: { total: 4 } });
  });

  test("a leader that pauses for longer than its lease is fenced", async () => {
    const one = await member(connected, `${kind}-fence`, 1);
    const other = await member(connected, `${kind}-fence`, 1);
    await settle(one.member, other.member);
    await wait(1.2);
    await other.member.pass();
    expect(other.member.state().leads).toBe(true);
    await one.member.pass();
    expect(one.member.state()).toMatchObject({ leads: false, leader: other.member.id });
    expect(other.member.state().epoch).toBeGreaterThanOrEqual(one.member.state().epoch);
  });
});

test("a refused command leaves the router as it is", async () => {
  const connected = await connect("redis", server.port);
  const { pool: own, member: joined } = await member(connected, "refused");
  await settle(joined);
  await connected.command("ACL", "SETUSER", "default", "-evalsha");
  complete(own, 1);
  await joined.pass();
  expect(joined.state().storeErrors).toBe(1);
  await connected.command("ACL", "SETUSER", "default", "+evalsha");
  await settle(joined);
  expect(joined.fleet()?.attainment.total).toBe(1);
  connected.close();
});

test("without a server a router serves, and calls end in time", async () => {
  const gone = await startServer();
  const connected = await connect("redis", gone.port);
  const { pool: own, member: joined } = await member(connected, "gone");
  gone.process.kill("SIGKILL");
  await wait(0.2);
  complete(own, 2);
  expect(await joined.pass()).toEqual({ moves: [] });
  expect(joined.state().storeErrors).toBe(1);
  expect(own.attainment().total).toBe(2);
  connected.close();
});
