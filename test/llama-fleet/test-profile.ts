import { checkProfile } from "../../src/profile";

/** Engines whose figures are round: 1 ms a prompt token, 4 ms a step and 1 ms a request in it. */
export function resolveProfile() {
  return checkProfile("(test)", {
    ttftA: 0,
    ttftB: 0.001,
    ttftC: 0,
    tpotSlope: 0,
    tpotIntercept: 0.004,
    tpotRequestSlope: 0.001,
    decodeMinRequests: 1,
    decodeMaxRequests: 64,
    decodeMinKvTokens: 1,
    decodeMaxKvTokens: 100_000,
  });
}
