import type { ControllerState } from "../control/controller-state";
import type { EngineState } from "../fleet/engine";
import type { LearnedFleetState } from "../fleet/fleet-learning";
import { type Codec, finite, nullable, record } from "../handoff/codec";
import { controller } from "../handoff/control-codec";
import { engines } from "../handoff/fleet-codec";
import { kinds, signals } from "../handoff/live-codec";
import { WindowCodec } from "../handoff/window-codec";
import type { WindowSpec, WindowState } from "../wasm/window-region";

/** State that only the leader has: the next one goes on from it. */
export interface LeaderState {
  readonly cutS: number;
  readonly controller: ControllerState;
  readonly residency: WindowState;
  readonly engines: readonly EngineState[];
  readonly learned: LearnedFleetState | null;
}

/** How it is written. */
export function leaderState(residency: WindowSpec): Codec<LeaderState> {
  return record<LeaderState>({
    cutS: finite,
    controller,
    residency: new WindowCodec(residency),
    engines,
    learned: nullable(record<LearnedFleetState>({ kinds, signals })),
  });
}
