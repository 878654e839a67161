import fc from "fast-check";
import { HEADER_BYTES, seal } from "../../src/handoff/envelope";
import { Routes } from "../../src/http";
import { allowed, assertRule, demandJson } from "./expectations";
import { anyNumber, mutatedBytes, mutatedText } from "./mutations";
import { RUN, smallPool } from "./subjects";

const content = RUN.snapshot.subarray(HEADER_BYTES);
const sealed = fc.oneof(
  { weight: 4, arbitrary: mutatedBytes(content).map(seal) },
  { weight: 1, arbitrary: mutatedBytes(RUN.snapshot) },
);

/** Snapshots with bytes that are others, sealed anew: restored to a pool that works, or refused by one that is as it was. */
export const snapshot = fc.property(sealed, fc.oneof(fc.constant(0), anyNumber), (bytes, elapsedS) => {
  for (const tried of [smallPool({ policy: "headroom" }), usedPool()]) {
    const before = tried.pool.snapshot();
    const report = allowed(() => tried.pool.restore(bytes, { elapsedS }));
    if (!report) assertRule(same(tried.pool.snapshot(), before), "a refused snapshot has changed something");
    for (let i = 0; i < 4; i += 1) {
      allowed(() => tried.pool.open().size(1000 * i, 50));
      tried.clock.advance(0.5);
      allowed(() => tried.pool.pass());
      allowed(() => tried.pool.urgent());
    }
    const state = allowed(() => tried.pool.state());
    if (state) demandJson(state);
    allowed(() => tried.pool.whatIf({ addDecode: 1 }));
    allowed(() => tried.pool.snapshot());
  }
});

/** A pool that holds something, with nothing in flight. */
function usedPool() {
  const made = smallPool({ policy: "headroom" });
  for (let i = 0; i < 5; i += 1) {
    const request = made.pool.open();
    if (i > 0) request.size(100 * i, 10);
    request.complete({ outputTokens: i });
  }
  return made;
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

const STATUSES = [200, 400, 404, 405, 414, 429];
const URLS = ["/narwhal/state", "/narwhal/decisions?limit=5", "/narwhal/what-if?add_decode=1&ttft_s=0.5", "/metrics"];
const url = fc.oneof(
  fc.constantFrom(...URLS).chain((text) => mutatedText(text)),
  fc.webUrl(),
  fc.string(),
);
const method = fc.oneof(fc.constantFrom("GET", "HEAD", "POST", "get", "__proto__"), fc.string());

/** Requests of anybody: an answer that is JSON, never an error of the server's, and a pool that is as it was. */
export const http = fc.asyncProperty(fc.array(fc.tuple(method, url), { maxLength: 5 }), async (requests) => {
  const { pool, clock } = smallPool();
  pool.restore(RUN_OF_REACTIVE);
  const routes = new Routes(pool, { clock });
  const before = pool.snapshot();
  for (const [method, url] of requests) {
    const { status, body } = await routes.respond(method, url);
    assertRule(STATUSES.includes(status), `${status} for ${method} ${url}`);
    if (body !== "") demandJson(JSON.parse(body));
  }
  assertRule(same(pool.snapshot(), before), "a request has changed the pool");
});

const RUN_OF_REACTIVE = reactiveSnapshot();

function reactiveSnapshot(): Uint8Array {
  const { pool, clock } = smallPool();
  for (let i = 0; i < 10; i += 1) {
    pool.open().size(100 * i, 50);
    clock.advance(0.3);
    pool.pass();
  }
  return pool.snapshot();
}
