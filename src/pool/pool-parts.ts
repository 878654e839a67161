import type { Clock } from "../clock";
import type { ControllerOptions } from "../control/controller-options";
import type { EngineOptions } from "../fleet";
import type { LogFaultListener } from "../journal/log-fault";
import type { RowSink } from "../journal/sinks";
import type { DesiredOptions } from "../scaling/desired-options";

/** Parts of a pool besides its configuration. */
export interface PoolParts extends ControllerOptions {
  /** The engines at the start; more may join and leave. Default: none (attainment and arrivals work without). */
  readonly engines?: readonly EngineOptions[];
  /** Default: the monotonic clock. */
  readonly clock?: Clock;
  /** How `desired()` and its metrics compute the desired fleet. Default: 3 spreads, no caps. */
  readonly desired?: DesiredOptions;
  /** Whether waiting requests are projected, and arm the urgent path (`pool.urgent()`). Default false. */
  readonly urgent?: boolean;
  /** Whether a handle's wrong move throws. Default false: it counts. Turn it on in tests. */
  readonly strict?: boolean;
  /** The compiled core, where compiling at run time is forbidden (`narwhal-slo/core.wasm`). */
  readonly module?: WebAssembly.Module;
  /** Where the record of decisions, moves, floors and risks goes. Default: nowhere. */
  readonly journal?: RowSink;
  /** Where all inputs go, so that `replayEvents` can make the same decisions from them. Default: nowhere. */
  readonly eventLog?: RowSink;
  /** Told when the sink of one of both begins to fail, and when it works again. Default: nobody. */
  readonly onLogFault?: LogFaultListener;
}
