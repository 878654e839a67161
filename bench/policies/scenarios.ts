import type { TraceRequest } from "../../src/replay";
import { type Kind, type Stretch, steadyOf, workloadOf } from "./workloads";

/** A workload and the fleet that it runs on. */
export interface Scenario {
  readonly name: string;
  readonly engines: number;
  /** Whether the policy was worked on with it; the others were only looked at when it was done. */
  readonly tuned: boolean;
  readonly requests: (seed: number) => readonly TraceRequest[];
}

const LENGTH_S = 1800;

function whole(kind: Kind, rate: number): Stretch[] {
  return [{ kind, rate, fromS: 0, toS: LENGTH_S }];
}

/** Conversation and code in turn. */
function alternating(everyS: number, conversationRate: number, codeRate: number): Stretch[] {
  return Array.from({ length: LENGTH_S / everyS }, (_, turn) => ({
    kind: turn % 2 === 0 ? "conversation" : "code",
    rate: turn % 2 === 0 ? conversationRate : codeRate,
    fromS: turn * everyS,
    toS: (turn + 1) * everyS,
  }));
}

function traced(name: string, engines: number, tuned: boolean, stretches: readonly Stretch[]): Scenario {
  return { name, engines, tuned, requests: (seed) => workloadOf(stretches, seed) };
}

/** The fixed set that policies are compared on. */
export const SCENARIOS: readonly Scenario[] = [
  traced("conversation, 6 engines", 6, true, whole("conversation", 1.9)),
  traced("conversation, 16 engines", 16, false, whole("conversation", 5.6)),
  traced("code, 6 engines", 6, true, whole("code", 1.7)),
  traced("code, 12 engines", 12, false, whole("code", 5.5)),
  traced("alternating every 5 min, 4 engines", 4, false, alternating(300, 0.9, 0.9)),
  traced("alternating every 10 min, 8 engines", 8, true, alternating(600, 2.4, 2.8)),
  traced("alternating every 5 min, 16 engines", 16, false, alternating(300, 5.2, 7)),
  traced("step to twice the load, 8 engines", 8, false, [
    { kind: "conversation", rate: 1.3, fromS: 0, toS: 900 },
    { kind: "conversation", rate: 2.6, fromS: 900, toS: LENGTH_S },
  ]),
  traced("swap of mix, 8 engines", 8, false, [
    { kind: "conversation", rate: 2.2, fromS: 0, toS: 900 },
    { kind: "code", rate: 0.3, fromS: 0, toS: 900 },
    { kind: "conversation", rate: 0.4, fromS: 900, toS: LENGTH_S },
    { kind: "code", rate: 2.6, fromS: 900, toS: LENGTH_S },
  ]),
  { name: "steady, 6 engines", engines: 6, tuned: true, requests: (seed) => steadyOf(10, LENGTH_S, seed) },
];

/** Prefill engines that runs begin with. */
export function startsOf({ engines }: Scenario): number[] {
  return [1, Math.floor(engines / 2), engines - 1];
}
