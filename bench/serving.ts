import { PAGE_BYTES } from "../assembly/layout";
import { Fleet, FleetRequest } from "../src/fleet";
import { resolveConfig } from "../src/index";
import { instantiateCore } from "../src/wasm/loader";
import { START_S, type Workload } from "./workload";

const RESIDENTS = 64;
const TOKEN_GAP_S = 0.02;

/** Tokens of 64 requests that one engine decodes in turn. */
export function streamTokens(): Workload {
  const fleet = new Fleet(resolveConfig({ ttftSloS: 1, tpotSloS: 0.05 }));
  const engine = fleet.addEngine({ id: "gpu-0", role: "decode", profile: PROFILE }, START_S);
  const requests = Array.from({ length: RESIDENTS }, (_, i) => {
    const request = new FleetRequest({ inputTokens: 500 + i * 37, requestedTokens: 256 }, START_S);
    fleet.dispatch(engine, request, "decode", START_S);
    return request;
  });
  let nowS = START_S;
  return {
    operations: RESIDENTS * 16,
    run() {
      let streamed = 0;
      for (let round = 0; round < 16; round += 1) {
        nowS += TOKEN_GAP_S;
        for (const request of requests) streamed += fleet.token(request, nowS) ? 1 : 0;
      }
      return streamed;
    },
  };
}

const PROFILE = {
  ttftA: 0,
  ttftB: 1e-4,
  ttftC: 0.02,
  tpotSlope: 1e-7,
  tpotIntercept: 0.01,
  decodeMinRequests: 1,
  decodeMaxRequests: 256,
  decodeMinKvTokens: 1,
  decodeMaxKvTokens: 1_000_000,
};

/** The price of crossing into the core and back: a call that does nothing. */
export function callCore(): Workload {
  const { coreVersion } = instantiateCore(PAGE_BYTES * 2).exports;
  const operations = 1000;
  return {
    operations,
    run() {
      let versions = 0;
      for (let i = 0; i < operations; i += 1) versions += coreVersion();
      return versions;
    },
  };
}
