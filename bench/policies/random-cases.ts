import { resolveConfig } from "../../src/index";
import { type EngineProfile, prefillS, tokenIntervalS } from "../../src/profile";
import type { TraceRequest } from "../../src/replay";
import { type Case, enginesOf } from "./cases";
import { H100, H200, scaled } from "./profiles";
import { type Kind, randomOf, type Stretch, workloadOf } from "./workloads";

/** How long a random case takes, in seconds. */
const LENGTH_S = 600;
const TTFT_S = [0.5, 1, 3, 5];
const TPOT_S = [0.025, 0.05, 0.1];
const REQUESTED = ["exact", "pow4", 2048] as const;
/** The pool's belief about the engines: the truth, nothing, or a multiple of the truth. */
const TOLD = [1, 1, null, 0.3, 3, 20];
const SHAPES = ["conversation", "code", "mooncake", "alternating", "swap"] as const;
/** An interval that fills so much of the TPOT SLO with one request leaves no room for a batch. */
const LEAST_ROOM = 0.75;

/** A case that its seed says all of. Nothing is tuned on these. */
export function randomCase(seed: number): Case {
  const random = randomOf(seed * 7919 + 13);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const count = 4 + Math.floor(random() * 29);
  const load = 0.6 + 0.6 * random();
  const tpotS = pick(TPOT_S);
  const ttftS = pick(TTFT_S);
  const profile = tokenIntervalS(H100, 1000, 1) < LEAST_ROOM * tpotS ? H100 : H200;
  const told = pick(TOLD);
  const copies = pick([1, 4]);
  const start = 1 + Math.floor(random() * (count - 1));
  const simulation = { seed, requestedOutput: pick(REQUESTED) };
  const stretches = stretchesOf(pick(SHAPES), pick([100, 200, 300]));
  return {
    requests: loaded(stretches, { seed, copies, profile, tpotS, engines: load * count }),
    engines: enginesOf(count, start, profile, told === null ? null : scaled(profile, told)),
    config: resolveConfig({ ttftSloS: ttftS, tpotSloS: tpotS }),
    simulation,
  };
}

function stretchesOf(shape: (typeof SHAPES)[number], everyS: number): Stretch[] {
  if (shape === "swap") {
    return [
      { kind: "conversation", rate: 1, fromS: 0, toS: LENGTH_S / 2 },
      { kind: "code", rate: 1, fromS: LENGTH_S / 2, toS: LENGTH_S },
    ];
  }
  if (shape !== "alternating") return [{ kind: shape, rate: 1, fromS: 0, toS: LENGTH_S }];
  return Array.from({ length: LENGTH_S / everyS }, (_, turn) => ({
    kind: turn % 2 === 0 ? "conversation" : "code",
    rate: 1,
    fromS: turn * everyS,
    toS: (turn + 1) * everyS,
  }));
}

interface Demand {
  readonly seed: number;
  readonly copies: number;
  readonly profile: EngineProfile;
  readonly tpotS: number;
  /** Engines that the work of every kind is to keep busy, in the mean. */
  readonly engines: number;
}

/** Each kind at the rate that keeps so many engines busy. */
function loaded(stretches: readonly Stretch[], { seed, copies, profile, tpotS, engines }: Demand): TraceRequest[] {
  const busy = new Map<Kind, number>();
  const rated = stretches.map((stretch) => {
    const known = busy.get(stretch.kind) ?? busyEngines(stretch.kind, profile, tpotS);
    busy.set(stretch.kind, known);
    return { ...stretch, rate: engines / known };
  });
  return workloadOf(rated, seed, copies);
}

/** Engines that one copy of a trace keeps busy, at the largest batch of its like that keeps TPOT. */
function busyEngines(kind: Kind, profile: EngineProfile, tpotS: number): number {
  const requests = workloadOf([{ kind, rate: 1, fromS: 0, toS: LENGTH_S }], 1, 1);
  return requests.reduce((sumS, request) => sumS + engineS(request, profile, tpotS), 0) / LENGTH_S;
}

function engineS({ inputTokens, outputTokens }: TraceRequest, profile: EngineProfile, tpotS: number): number {
  const context = inputTokens + outputTokens / 2;
  const { tpotIntercept, tpotRequestSlope, tpotSlope, decodeMaxRequests, decodeMaxKvTokens } = profile;
  const inTime = (tpotS - tpotIntercept) / (tpotRequestSlope + tpotSlope * context);
  const batch = Math.max(1, Math.floor(Math.min(decodeMaxRequests, decodeMaxKvTokens / context, inTime)));
  const decodeS = (outputTokens * tokenIntervalS(profile, batch * context, batch)) / batch;
  return prefillS(profile, inputTokens) + decodeS;
}
