import type { Role } from "../roles";
import type { Work } from "./simulated-engine";
import type { SimulatedFleet } from "./simulated-fleet";

/** One engine at a moment. */
export interface EngineSnapshot {
  readonly id: string;
  readonly role: Role;
  /** False while it is down. */
  readonly available: boolean;
  readonly work: Work;
  readonly prefillResidents: number;
  readonly decodeResidents: number;
  /** Input and output tokens so far of its decode residents. */
  readonly kvTokens: number;
}

/** The fleet at a moment: for a picture of it, or a policy that looks at queues. */
export interface FleetSnapshot {
  readonly timeS: number;
  /** Admitted requests that wait for a prefill engine. */
  readonly prefillQueue: number;
  /** Requests that wait for room in a decode batch. */
  readonly decodeQueue: number;
  readonly engines: readonly EngineSnapshot[];
}

/** Takes a snapshot. */
export function takeFleetSnapshot(timeS: number, fleet: SimulatedFleet): FleetSnapshot {
  return {
    timeS,
    prefillQueue: fleet.admission.line.size,
    decodeQueue: fleet.placement.line.size,
    engines: fleet.engines.map(({ id, role, available, work, prefill, decode }) => ({
      id,
      role,
      available,
      work,
      prefillResidents: prefill.size,
      decodeResidents: decode.size,
      kvTokens: decode.kvTokens,
    })),
  };
}
