import type { EngineProfile } from "narwhal-slo";
import type { TraceRequest } from "narwhal-slo/replay";
import type { Gateway } from "../gateway/gateway";
import { driveTrace } from "./drive-trace";
import { LlamaFleet } from "./llama-fleet";
import { type BusyCores, countCores } from "./machine";
import { type Outcome, outcomeOf, type Slo } from "./outcome";
import { nameOf, rolesOf, type Split } from "./predict";

/** A run of a trace on real engines. */
export interface FleetRun {
  /** The split that it began with. */
  readonly split: string;
  readonly measured: Outcome;
  readonly moves: readonly string[];
  /** Whether every request has one outcome, and none was counted wrongly. */
  readonly conserved: boolean;
  readonly cores: BusyCores | null;
  /** Profile that the pool learned meanwhile. */
  readonly learned: EngineProfile | null;
}

export interface FleetRunInput {
  readonly modelPath: string;
  readonly split: Split;
  readonly requests: readonly TraceRequest[];
  readonly slo: Slo;
  /** Whether headroom may move engines, and late chats are served last; otherwise the split stays. */
  readonly control: boolean;
  readonly log: (line: string) => void;
}

/** A minute is short: control decides by the newest seconds. */
const QUICK = { windowS: 20, stepS: 2, evidenceSpanS: 10, evidenceMaxSpanS: 20, minArrivals: 5, cooldownS: 5 } as const;
const LITTLE = { demandFloor: 0.1, evidenceMinArrivals: 5 } as const;

/** Starts the engines of a split and a gateway, sends the trace, and ends all of it. No profile is given. */
export async function runFleet({ modelPath, split, requests, slo, control, log }: FleetRunInput): Promise<FleetRun> {
  const fleet = await LlamaFleet.start({ modelPath, roles: rolesOf(split) });
  try {
    const moves: string[] = [];
    const say = (line: string) => {
      moves.push(line);
      log(line);
    };
    const pool = { slo, policy: "headroom", applyMoves: "host", advisory: !control, ...QUICK, ...LITTLE } as const;
    const gateway = fleet.gateway({ pool, lateLane: control, log: control ? say : () => {} });
    const url = await gateway.listen();
    log(`${nameOf(split)}${control ? " with headroom" : ""}: ${url}/narwhal/state`);
    const cores = countCores(fleet.engines.flatMap(({ child }) => child.pid ?? []));
    const timed = await driveTrace(url, requests);
    const busy = cores();
    const { id } = fleet.engines[0] ?? { id: "" };
    const learned = gateway.pool.learnedProfile(id)?.profile ?? null;
    const conserved = isConserved(gateway, requests.length);
    await gateway.close();
    return {
      split: nameOf(split),
      measured: outcomeOf(timed, requests.length, slo),
      moves,
      conserved,
      cores: busy,
      learned,
    };
  } finally {
    await fleet.end();
  }
}

function isConserved({ pool }: Gateway, sent: number): boolean {
  const { requests, offers, anomalies } = pool.state();
  const { opened, pending, open, ...ended } = requests;
  const sum = Object.values(ended).reduce((total: number, count) => total + (count ?? 0), 0);
  const clean = Object.values(anomalies).every((count) => count === 0);
  return opened === sent && offers.offered === sent && pending === 0 && open === 0 && sum === sent && clean;
}
