import { type ConfigInput, resolveConfig } from "../../src/config";
import { type Engine, type EngineOptions, Fleet, FleetRequest, type RequestShape } from "../../src/fleet";
import type { EngineProfileInput } from "../../src/profile";

/** Prefill of x tokens takes x / 1000 s; the token interval is 10 ms + 1 ms for each request + 1 us for each token. */
export const PROFILE: EngineProfileInput = {
  ttftA: 0,
  ttftB: 0.001,
  ttftC: 0,
  tpotSlope: 1e-6,
  tpotRequestSlope: 0.001,
  tpotIntercept: 0.01,
  decodeMinRequests: 1,
  decodeMaxRequests: 64,
  decodeMinKvTokens: 1,
  decodeMaxKvTokens: 100_000,
};

/** A fleet with the given engines, all with `PROFILE` unless told otherwise, that starts at 0 s. */
export function fleetOf(engines: readonly EngineOptions[], config: Partial<ConfigInput> = {}): Fleet {
  const fleet = new Fleet(resolveConfig({ ttftSloS: 2, tpotSloS: 0.05, decodeCorrectionMinSamples: 1, ...config }));
  for (const engine of engines) fleet.addEngine({ profile: PROFILE, ...engine }, 0);
  return fleet;
}

/** A request of so many input tokens that arrived at 0 s. */
export function request(inputTokens: number, shape: Partial<RequestShape> = {}): FleetRequest {
  return new FleetRequest({ inputTokens, requestedTokens: 0, ...shape }, 0);
}

/** One decode engine, correction fully taken over at each roll. */
export function decodeFleet(alpha = 1): [Fleet, Engine] {
  const fleet = fleetOf([{ id: "d", role: "decode" }], { decodeCorrectionAlpha: alpha });
  return [fleet, fleet.engine("d")];
}

/** A request of so many tokens, dispatched straight to decode. */
export function decoding(fleet: Fleet, engine: Engine, inputTokens: number, nowS = 0): FleetRequest {
  const added = request(inputTokens);
  fleet.dispatch(engine, added, "decode", nowS);
  return added;
}
