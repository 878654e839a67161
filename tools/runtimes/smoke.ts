import type { ManualClock, Pool } from "../../src/index";

/** The entry `narwhal-slo`. */
type Slo = typeof import("../../src/index");
/** The entry `narwhal-slo/replay`. */
type Replay = typeof import("../../src/replay/index");

const LIMITS = { ttftS: 1, tpotS: 0.05 };
const ROLES = ["prefill", "decode", "decode"] as const;
const PROFILE = {
  ttft_a: 0,
  ttft_b: 0.0001,
  ttft_c: 0.01,
  tpot_slope: 0,
  tpot_intercept: 0.02,
  decode_min_requests: 1,
  decode_max_requests: 64,
  decode_min_kv_tokens: 1,
  decode_max_kv_tokens: 400_000,
};
const TRACE = `TIMESTAMP,ContextTokens,GeneratedTokens
2023-11-16 18:39:21.2282030,152,17
"2023-11-16 18:39:21.2284440", 1128 ,"11"
2023-11-16 18:39:21.3275950,1891,6`;

/** Does what a user of both entries does; it gives the same in every runtime and kind of module. */
export async function smoke(slo: Slo, replay: Replay) {
  const profile = slo.profileFromJson(PROFILE);
  const engines = ROLES.map((role, index) => ({ id: `gpu-${index}`, role, profile }));
  const clock = slo.manualClock(0);
  const pool = await slo.createPool({ slo: LIMITS, engines, clock });
  const decisions = serve(pool, clock);
  const restored = slo.createPoolSync({ slo: LIMITS, engines, clock });
  restored.restore(pool.snapshot());
  const config = slo.resolveConfig({ ttftSloS: LIMITS.ttftS, tpotSloS: LIMITS.tpotS });
  const run = new replay.ReplayRun({ requests: replay.parseTrace(TRACE).requests, engines, config, control: "off" });
  run.run();
  const report = run.report();
  return {
    explained: decisions.map((decision) => slo.explain(decision)),
    split: restored.split(),
    bothRatio: restored.attainment().bothRatio,
    demand: [pool, restored].map((each) => each.demand().prefillDemand),
    replayed: { bothMet: report.attainment.bothMet, p50TtftS: report.ttft.p50S },
    sharedErrors: thrownBy(() => replay.parseTrace("no trace")) instanceof slo.NarwhalError,
  };
}

/** A minute of more prefill work than one engine can do: the first decision waits, the last one moves an engine. */
function serve(pool: Pool, clock: ManualClock) {
  for (let second = 0; second < 60; second += 1) {
    for (let i = 0; i < 8; i += 1) serveRequest(pool);
    clock.advance(1);
    pool.pass();
  }
  const decisions = pool.newestDecisions;
  return [decisions.at(0), decisions.at(-1)].filter((decision) => decision !== undefined);
}

function serveRequest(pool: Pool): void {
  const request = pool.open();
  request.size(4000, 100);
  request.prefill("gpu-0");
  request.firstToken();
  request.decode("gpu-2");
  request.token();
  request.complete({ outputTokens: 2 });
}

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
