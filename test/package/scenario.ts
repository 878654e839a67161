/** The entries of the scenario, in an ES module. */
export const IMPORTED = `
import * as slo from "narwhal-slo";
import * as parts from "narwhal-slo/parts";
import * as replay from "narwhal-slo/replay";
const entries = { slo, parts, replay };
`;

/** The same in a CommonJS module. */
export const REQUIRED = `
const entries = {
  slo: require("narwhal-slo"),
  parts: require("narwhal-slo/parts"),
  replay: require("narwhal-slo/replay"),
};
`;

/**
 * `scenario(entries, module)` in plain JavaScript: it does what a user of these entries does, and gives the same in
 * every kind of module and runtime.
 */
export const SCENARIO = `
function scenario({ slo, parts, replay }, module) {
  const clock = slo.manualClock(0);
  const window = new parts.DemandWindow({ retainedS: 60, bucketS: 1, clock, module });
  for (let i = 0; i < 3; i += 1) window.add([812]);

  const profile = {
    ttftA: 0, ttftB: 0.0001, ttftC: 0.01, tpotSlope: 0, tpotIntercept: 0.02,
    decodeMinRequests: 1, decodeMaxRequests: 64, decodeMinKvTokens: 1, decodeMaxKvTokens: 400000,
  };
  const engines = [{ id: "p", role: "prefill", profile }, { id: "d", role: "decode", profile }];
  const pool = slo.createPoolSync({ slo: { ttftS: 1, tpotS: 0.05 }, engines, clock, module });
  const trace = replay.parseTrace('{"timestamp":0,"input_length":812,"output_length":3}');
  new replay.Simulation({ requests: trace.requests, engines, clock, open: () => pool.open() }).run();

  let refused;
  try { replay.parseTrace("no trace"); } catch (error) { refused = error; }
  return {
    counted: window.count(0),
    completed: pool.attainment(60).total,
    format: trace.format,
    sharesErrors: refused instanceof slo.TraceError && refused instanceof slo.NarwhalError,
  };
}
`;

/** What it must give. */
export const EXPECTED = { counted: 3, completed: 1, format: "mooncake", sharesErrors: true };
