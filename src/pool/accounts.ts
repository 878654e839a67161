import { Accounting } from "../accounting/accounting";
import { checkClock, itemsOf } from "../check";
import { monotonicClock } from "../clock";
import type { Config } from "../config";
import { Controller } from "../control/controller";
import { MoveEffects } from "../effects/move-effects";
import { Fleet } from "../fleet";
import { resolvePolicy } from "../policies/policy-guard";
import { checkDesired, type DesiredOptions } from "../scaling/desired-options";
import { Anomalies } from "./anomalies";
import { DecisionTimes } from "./decision-times";
import type { PoolParts } from "./pool-parts";
import { RecordedClock } from "./recorded-clock";
import { Records } from "./records";
import { RequestCounter } from "./request-counts";
import { type ClockJump, Timeline } from "./timeline";

/** Parts of a pool, and the logs that it writes. */
export interface Accounts {
  readonly config: Config;
  readonly clock: Timeline;
  readonly accounting: Accounting;
  readonly fleet: Fleet;
  readonly controller: Controller;
  /** The controller where its urgent path is on, else null. */
  readonly urgent: Controller | null;
  readonly anomalies: Anomalies;
  readonly counter: RequestCounter;
  readonly decisionTimes: DecisionTimes;
  /** Gains of moves, beside what was expected of them. */
  readonly effects: MoveEffects;
  readonly records: Records;
  readonly desired: DesiredOptions;
}

/**
 * Begins the accounts of a pool.
 *
 * @throws ProfileError, ArgumentError for an engine or an option of the desired fleet, MemoryError, TimeError
 */
export function beginAccounts(config: Config, parts: PoolParts): Accounts {
  const { engines = [], clock: given = monotonicClock(), strict = false, urgent = false, module, ...others } = parts;
  const { journal, eventLog, onLogFault, desired = {}, ...control } = others;
  const { policy: named, ...acting } = control;
  const policy = resolvePolicy(named ?? "reactive");
  const { offeredWork = false, signals = offeredWork } = policy;
  checkClock(given);
  checkDesired(desired);
  const anomalies = new Anomalies(strict);
  const onJump = (kind: ClockJump) => anomalies.count(kind);
  const clock = new Timeline(given, { mostStepS: config.maxFutureS, onJump, exact: given instanceof RecordedClock });
  const accounting = new Accounting(config, clock, module, { offeredWork });
  const { startedS } = accounting;
  const fleet = new Fleet(config, { learns: offeredWork || signals });
  for (const engine of itemsOf("engines", engines)) fleet.addEngine(engine, startedS);
  const controller = new Controller(accounting, fleet, control);
  const { riskEvents } = controller.evidence;
  // A log can name a policy, not hold it.
  const options = { urgent, ...acting, ...(named && { policy: policy.name }) };
  const logs = { ...(journal && { journal }), ...(eventLog && { eventLog }), ...(onLogFault && { onLogFault }) };
  return {
    config,
    clock,
    accounting,
    fleet,
    controller,
    urgent: urgent ? controller : null,
    anomalies,
    counter: new RequestCounter(),
    decisionTimes: new DecisionTimes(),
    effects: new MoveEffects(fleet, accounting.outcomes, config),
    records: new Records(logs, { config, fleet, startedS, options, riskEvents }),
    desired,
  };
}
