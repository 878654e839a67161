import { type Config, configFromJson } from "../../src/config";
import { FleetTracker, type Phase, type Role } from "../../src/fleet";
import { profileFromJson } from "../../src/profile";

/** The fleet of one recorded case, as the files of kinds `fleet`, `moves` and `control` give it. */
export interface RecordedFleet {
  readonly config: unknown;
  readonly engines: readonly { readonly engine: string; readonly role: Role }[];
  readonly profiles: readonly { readonly iid: string }[];
  readonly start: number;
}

/** One recorded fleet operation; `t` is its time in seconds. */
export type FleetStep = { readonly t: number } & (
  | ({ readonly op: "dispatch"; readonly id: number; readonly engine: string; readonly phase: Phase } & Lengths)
  | ({ readonly op: "wait"; readonly id: number; readonly phase: Phase; readonly arrived: number } & Lengths)
  | { readonly op: "first_token" | "token" | "finished"; readonly id: number; readonly engine: string }
  | { readonly op: "available"; readonly engine: string; readonly available: boolean }
  | { readonly op: "roll" | "check" }
);

interface Lengths {
  readonly input?: number;
  readonly requested?: number;
  readonly output?: number;
}

/** What a `check` must show. */
export interface FleetCheck {
  readonly pool: Readonly<Record<Role, number>>;
  readonly prefill: ByEngine;
  readonly decode: ByEngine;
  readonly correction: ByEngine;
  readonly mean_gap: ByEngine;
  readonly stalled_gap: ByEngine;
  readonly mean_prefill_price: ByEngine;
  readonly resident_demand: number;
}

type ByEngine = Readonly<Record<string, number>>;

/** A recorded fleet being replayed. */
export interface FleetReplay {
  readonly config: Config;
  readonly tracker: FleetTracker;
  /** Residency samples of its checks. Their window is section 1's: a replay shorter than it needs no buckets. */
  readonly samples: number[];
}

/** The fleet as it is before the first step. */
export function startFleet(recorded: RecordedFleet): FleetReplay {
  const config = configFromJson(recorded.config);
  const tracker = new FleetTracker(config);
  const profiles = new Map(recorded.profiles.map((json) => [json.iid, profileFromJson(json, json.iid)]));
  for (const { engine, role } of recorded.engines) {
    tracker.fleet.addEngine({ id: engine, role, profile: profiles.get(engine) ?? null }, recorded.start);
  }
  return { config, tracker, samples: [] };
}

/** Applies one step. Returns what a `check` shows, null for every other step. */
export function applyStep(replay: FleetReplay, step: FleetStep): FleetCheck | null {
  const { tracker } = replay;
  switch (step.op) {
    case "dispatch":
      tracker.dispatch(step.engine, step.id, step.phase, step.t, shapeOf(step));
      return null;
    case "wait":
      tracker.wait(step.id, step.phase, step.t, shapeOf(step, step.arrived));
      return null;
    case "first_token":
      tracker.firstToken(step.engine, step.id, step.t);
      return null;
    case "token":
      tracker.token(step.engine, step.id, step.t);
      return null;
    case "finished":
      tracker.finished(step.engine, step.id, step.t);
      return null;
    case "available":
      tracker.fleet.setAvailable(step.engine, step.available);
      return null;
    case "roll":
      tracker.fleet.roll(step.t);
      return null;
    case "check":
      return check(replay, step.t);
  }
}

function shapeOf({ input, requested = 0, output = 0 }: Lengths, arrivedS?: number) {
  if (input === undefined) return undefined;
  const shape = { inputTokens: input, requestedTokens: requested, outputTokens: output };
  return arrivedS === undefined ? shape : { ...shape, arrivedS };
}

function check({ tracker: { fleet }, samples }: FleetReplay, nowS: number): FleetCheck {
  samples.push(fleet.residencySample());
  const byEngine = (read: (engine: (typeof fleet.engines)[number]) => number) =>
    Object.fromEntries(fleet.engines.map((engine) => [engine.id, read(engine)]));
  return {
    pool: { prefill: fleet.poolLoad("prefill", nowS), decode: fleet.poolLoad("decode", nowS) },
    prefill: byEngine((engine) => engine.prefillLoad()),
    decode: byEngine((engine) => engine.decodeLoad(nowS)),
    correction: byEngine((engine) => engine.correction),
    mean_gap: byEngine((engine) => engine.meanGapS),
    stalled_gap: byEngine((engine) => engine.stalledGapS(nowS)),
    mean_prefill_price: byEngine((engine) => engine.meanPrefillPriceS),
    resident_demand: samples.reduce((sum, sample) => sum + sample, 0) / samples.length,
  };
}
