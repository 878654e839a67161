import { expect, test } from "vitest";
import { type ClusterMember, joinCluster, type Store } from "../../src/cluster";
import { captureHeader } from "../../src/cluster/capture-header";
import { memberHeader } from "../../src/cluster/member-header";
import { sealed, unsealed } from "../../src/cluster/sealed";
import { SnapshotError } from "../../src/errors";
import { createPoolSync } from "../../src/pool/create-pool";
import { Pool } from "../../src/pool/pool";
import { expectSameAccount } from "./compare-cuts";
import { type Cut, run, startRouters } from "./routers";

const last = (cuts: readonly Cut[]) => cuts.at(-1) as Cut;
const leaderOf = (members: readonly ClusterMember[]) => members.find((member) => member.state().leads) as ClusterMember;

test("another member leads within 6 s of the leader's end, and nothing of the others is lost", async () => {
  const routers = await startRouters(3, {});
  const first = leaderOf(routers.members);
  let secondS = 0;
  await run(routers, 5, 30, (second) => {
    if (second < 10) return new Set();
    if (secondS === 0 && routers.members.some((member) => member !== first && member.state().leads)) secondS = second;
    return new Set([first]);
  });
  expect(secondS - 10).toBeLessThanOrEqual(6);
  const next = leaderOf(routers.members.filter((member) => member !== first));
  expect(next.state()).toMatchObject({ takeovers: 1, members: 2, held: null });
  expect(next.state().epoch).toBeGreaterThan(first.state().epoch);
});

test("decisions are held while a member is silent, until it counts as gone", async () => {
  const routers = await startRouters(3, {});
  const silent = routers.members[2] as ClusterMember;
  const cuts = await run(routers, 6, 30, (second) => new Set(second > 8 ? [silent] : []));
  const held = cuts.filter(({ fleet }) => fleet?.held === "member_silent").map(({ cutS }) => cutS);
  expect([held[0], held.at(-1)]).toEqual([14, 23]);
  expect(last(cuts).fleet?.members).toBe(2);
});

test("a leader that was paused is fenced, and its directive takes no effect", async () => {
  const routers = await startRouters(3, {});
  const paused = leaderOf(routers.members);
  await run(routers, 7, 20, (second) => new Set(second > 4 && second < 16 ? [paused] : []));
  const leading = routers.members.filter((member) => member.state().leads);
  expect(leading).toHaveLength(1);
  expect(leading[0]).not.toBe(paused);
  expect(paused.state().epoch).toBe(leading[0]?.state().epoch);
});

test("after a pause of a member the account is whole again at its next publish", async () => {
  const routers = await startRouters(3, {});
  const paused = routers.members[1] as ClusterMember;
  const cuts = await run(routers, 8, 20, (second) => new Set(second > 8 && second < 18 ? [paused] : []));
  expectSameAccount(routers, last(cuts));
});

test("what a store has lost is complete again within 2 s", async () => {
  const routers = await startRouters(3, {});
  const cuts = await run(routers, 9, 22, (second) => {
    if (second === 20) routers.store.flush();
    return new Set();
  });
  expectSameAccount(routers, last(cuts));
  for (const member of routers.members) expect(member.state().resends).toBe(1);
});

test("without its store a router counts on, decides nothing and keeps its roles", async () => {
  const routers = await startRouters(1, {});
  const member = routers.members[0] as ClusterMember;
  const publish = routers.store.publish.bind(routers.store);
  const broken = () => Promise.reject(new Error("NOPERM"));
  const cuts = await run(routers, 10, 20, (second) => {
    routers.store.publish = second >= 5 && second < 18 ? broken : publish;
    return new Set();
  });
  expect(member.state().storeErrors).toBe(13);
  expectSameAccount(routers, last(cuts));
});

test("a cluster of other settings is not joined", async () => {
  const { store, members } = await startRouters(1, {});
  const other = await startRouters(1, { windowS: 30 });
  const joining = joinCluster(other.pools[0] as never, { name: "test", store: store as Store });
  await expect(joining).rejects.toMatchObject({ code: "ERR_NARWHAL_CLUSTER", reason: "fingerprint" });
  expect(members[0]?.state().leads).toBe(true);
});

test("a state that cannot be read is refused whole, and counted", async () => {
  const routers = await startRouters(2, {});
  const collect = routers.store.collect.bind(routers.store);
  routers.store.collect = async (known) => {
    const all = await collect(known);
    return [...all, { member: "junk", ageS: 0, seq: 1, header: new Uint8Array([1, 2, 3]), records: [] }];
  };
  const cuts = await run(routers, 11, 8);
  expect(leaderOf(routers.members).state().refused).toBeGreaterThan(0);
  expectSameAccount(routers, last(cuts));
});

test("who leaves keeps what it has counted, and has nothing in flight", async () => {
  const routers = await startRouters(2, {});
  const [leader, other] = routers.members as [ClusterMember, ClusterMember];
  await run(routers, 12, 8);
  await leader.leave();
  routers.clock.advance(1);
  await other.pass();
  routers.clock.advance(1);
  await other.pass();
  expect(other.state()).toMatchObject({ leads: true, members: 1 });
  expect(other.fleet()?.attainment).toEqual(routers.one.attainment());
});

test.each([
  ["more requests on an engine than are counted", { decodeRequests: 65_537 }],
  ["more prefill work than input", { prefill: [{ inputTokens: 1, requestedTokens: 0, prefillTokens: 2 }] }],
  ["a length beyond 2^32 - 1", { prefill: [{ inputTokens: 2 ** 32, requestedTokens: 0, prefillTokens: 0 }] }],
])("a header with %s is refused", (_, part) => {
  const engines = [{ id: "e1", role: "decode" }] as const;
  const accounts = Pool.accountsOf(createPoolSync({ slo: { ttftS: 1, tpotS: 0.05 }, engines }));
  const header = captureHeader(accounts, accounts.clock.now(), { epoch: 0, version: 0 }, false);
  const forged = { ...header, engines: header.engines.map((engine) => ({ ...engine, ...part })) };
  expect(unsealed(memberHeader, sealed(memberHeader, header)).engines).toEqual(header.engines);
  expect(() => unsealed(memberHeader, sealed(memberHeader, forged))).toThrow(SnapshotError);
});
