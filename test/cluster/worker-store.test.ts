import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { manualClock } from "../../src/clock";
import { joinCluster, memoryStore, serveWorkers, workerStore } from "../../src/cluster";
import { createPoolSync } from "../../src/pool/create-pool";
import { PROFILE } from "../fleet/fixtures";

/** A primary and one of its workers, without processes: messages are copied as Node copies them. */
function pair() {
  const primary = Object.assign(new EventEmitter(), { isPrimary: true });
  const events = new EventEmitter();
  const worker = { send: (message: unknown) => events.emit("message", structuredClone(message)) };
  const self = {
    send: (message: unknown) => primary.emit("message", worker, structuredClone(message)),
    on: (name: "message", listener: (message: unknown) => void) => events.on(name, listener),
  };
  return { primary, self };
}

test("workers meet in their primary", async () => {
  const clock = manualClock(0);
  const { primary, self } = pair();
  const served = serveWorkers(primary, memoryStore(clock));
  const engines = [{ id: "gpu-0", role: "prefill", profile: PROFILE }] as const;
  const pool = createPoolSync({ slo: { ttftS: 1, tpotS: 0.05 }, engines, clock });
  const member = await joinCluster(pool, { name: "box", store: workerStore(self), graceS: 0 });
  pool.open().size(100, 16);
  clock.set(1);
  await member.pass();
  expect(member.state()).toMatchObject({ leads: true, storeErrors: 0, version: 1 });
  expect(member.fleet()).toMatchObject({ members: 1, demand: { arrivals: 1 } });
  await member.leave();
  expect(await served.collect(new Map())).toHaveLength(1);
});

test("an error of the primary's store is the worker's", async () => {
  const { primary, self } = pair();
  const store = memoryStore(manualClock(0));
  store.time = () => Promise.reject(new Error("no time"));
  serveWorkers(primary, store);
  await expect(workerStore(self).time()).rejects.toThrow("no time");
});

test("messages of others are left alone", async () => {
  const { primary, self } = pair();
  serveWorkers(primary, memoryStore(manualClock(7)));
  self.send("hello");
  self.send(null);
  expect(await workerStore(self).time()).toBe(7);
});
