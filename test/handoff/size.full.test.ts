import { expect, it } from "vitest";
import { poolFrom } from "./pools";

/** Different shapes in each second: more than the 128 that a bucket keeps apart. */
const PER_SECOND = 140;
const SECONDS = 481;

it("a snapshot of full default windows takes about a megabyte", () => {
  const originS = 1_700_000_000;
  const { pool, clock } = poolFrom(originS);
  for (let second = 0; second < SECONDS; second += 1) {
    for (let i = 0; i < PER_SECOND; i += 1) {
      clock.set(originS + second + (i + 0.123) / PER_SECOND);
      const request = pool.open();
      request.size(1 + ((second * 7919 + i * 104_729) % 30_000), 1 + i * 14);
      request.firstToken();
      request.token(1 + ((i * 31 + second) % 800));
      request.complete();
    }
    pool.sample();
  }
  expect(pool.history()).toMatchObject({ arrivals: { cells: 15_609 }, observedDecode: { cells: 62_049 } });
  const bytes = pool.snapshot();
  expect(bytes.length).toBeLessThan(1.25 * 2 ** 20);
  const taker = poolFrom(0);
  taker.pool.restore(bytes);
  expect(taker.pool.snapshot()).toEqual(bytes);
});
