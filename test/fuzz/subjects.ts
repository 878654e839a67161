import { readFileSync } from "node:fs";
import { manualClock } from "../../src/clock";
import { configFromJson } from "../../src/config";
import type { PolicyName } from "../../src/policies/policy-guard";
import { Pool } from "../../src/pool/pool";
import { profileFromJson } from "../../src/profile";

/** The shipped profile, as JSON. */
export const PROFILE_JSON: unknown = JSON.parse(readFileSync("data/h100-tp8-llama2-70b.json", "utf8"));

export const PROFILE = profileFromJson(PROFILE_JSON);

/** Windows of a few seconds and shapes: every edge is near. */
const CONFIG_JSON = {
  ttft_slo_s: 1,
  tpot_slo_s: 0.05,
  window_s: 6,
  step_s: 1,
  max_shapes: 3,
  evidence_span_s: 2,
  evidence_max_span_s: 4,
  offer_timeout_s: 3,
  unsized_tolerance: 0.2,
  confirmations: 1,
  sustained_intervals: 1,
  cooldown_s: 0,
  min_arrivals: 1,
};

/** A pool with four engines, on a clock that it shares. */
export function smallPool(options: { policy?: PolicyName; binned?: boolean } = {}) {
  const clock = manualClock(100);
  const journal: string[] = [];
  const events: string[] = [];
  const sink = (rows: string[]) => ({ write: (row: string) => void rows.push(row) });
  const overflow = options.binned ? "binned" : "spec";
  const pool = new Pool(configFromJson({ ...CONFIG_JSON, overflow }), {
    clock,
    engines: ["p", "q", "d", "e"].map((id, i) => ({ id, role: i < 2 ? "prefill" : "decode", profile: PROFILE })),
    policy: options.policy ?? "reactive",
    urgent: true,
    journal: sink(journal),
    eventLog: sink(events),
  });
  return { pool, clock, journal, events };
}

/** A run of a few seconds that uses everything. */
function recordedRun() {
  const { pool, clock, journal, events } = smallPool({ policy: "headroom" });
  for (let i = 0; i < 24; i += 1) {
    clock.advance(0.25);
    const request = pool.open({ id: i });
    request.size(500 * (i % 5) + 10, i % 3 === 0 ? 0 : 100, { cachedTokens: i % 7 });
    request.wait();
    if (i % 4 > 0) request.prefill(i % 2 ? "p" : "q");
    if (i % 4 > 1) request.firstToken();
    if (i % 4 > 1) request.decode("d");
    if (i % 4 > 2) {
      clock.advance(0.02);
      request.token(5);
      request.complete();
    }
    if (i % 4 === 3) pool.pass();
    if (i === 11) pool.recordRisk("first_token_timeout");
  }
  pool.setAvailable("e", false);
  clock.advance(3);
  pool.pass();
  return { snapshot: pool.snapshot(), journal, events, configJson: CONFIG_JSON };
}

/** What a recorded run has left. */
export const RUN = recordedRun();
