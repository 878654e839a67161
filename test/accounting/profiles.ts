import fc from "fast-check";
import { checkProfile, type EngineProfile, type EngineProfileInput } from "../../src/index";

/** A profile of round numbers: 100 us a prompt token, 10 ms a token step. */
export function engineProfile(fields: Partial<EngineProfileInput> = {}): EngineProfile {
  return checkProfile("test", {
    ttftA: 0,
    ttftB: 1e-4,
    ttftC: 0,
    tpotSlope: 1e-7,
    tpotIntercept: 0.01,
    decodeMinRequests: 1,
    decodeMaxRequests: 64,
    decodeMinKvTokens: 1,
    decodeMaxKvTokens: 200_000,
    ...fields,
  });
}

const scaled = (max: number, unit: number) => fc.integer({ min: 0, max }).map((n) => n * unit);
const whole = (min: number, max: number) => fc.integer({ min, max });
const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2, nil: undefined });

/** Any valid profile of a plausible engine; some of its optional bounds given, some tight. */
export const anyProfile: fc.Arbitrary<EngineProfile> = fc
  .record({
    ttftA: scaled(50, 1e-10),
    ttftB: scaled(200, 1e-6),
    ttftC: scaled(30, 1e-3),
    tpotSlope: scaled(500, 1e-9),
    tpotIntercept: scaled(45, 1e-3),
    tpotRequestSlope: sometimes(scaled(400, 1e-6)),
    decodeMinRequests: whole(1, 4),
    requestsRange: whole(0, 128),
    decodeMinKvTokens: whole(1, 2000),
    kvRange: whole(0, 200_000),
    kvRoom: sometimes(whole(0, 100_000)),
    prefillMinTokens: sometimes(whole(1, 64)),
    prefillMaxTokens: sometimes(whole(64, 20_000)),
    decodeMinOutputTokens: sometimes(whole(1, 8)),
    decodeMaxOutputTokens: sometimes(whole(8, 4096)),
  })
  .map(({ requestsRange, kvRange, kvRoom, ...profile }) => {
    const decodeMaxKvTokens = profile.decodeMinKvTokens + kvRange;
    const given = {
      ...profile,
      decodeMaxRequests: profile.decodeMinRequests + requestsRange,
      decodeMaxKvTokens,
      kvCapacityTokens: kvRoom === undefined ? undefined : decodeMaxKvTokens + kvRoom,
    };
    const present = Object.entries(given).filter(([, value]) => value !== undefined);
    return checkProfile("any", Object.fromEntries(present) as unknown as EngineProfileInput);
  });
