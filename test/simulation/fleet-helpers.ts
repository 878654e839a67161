import { manualClock } from "../../src/clock";
import type { EngineProfileInput } from "../../src/profile";
import { type RequestEvents, Simulation, type SimulationInput, type TraceRequest } from "../../src/replay/index";
import type { SimulationOptionsInput } from "../../src/simulation/simulation-options";

/** A call of a handle or of the owner: simulated seconds, request (-1: none), name, arguments. */
export type Call = readonly [timeS: number, request: number, name: string, ...args: unknown[]];

/**
 * All figures are dyadic, so that times are exact: a prefill takes 1 s per 1,024 tokens, an iteration 1/16 s and 1/64 s
 * per resident.
 */
export const profile: EngineProfileInput = {
  ttftA: 0,
  ttftB: 2 ** -10,
  ttftC: 0,
  tpotSlope: 0,
  tpotIntercept: 2 ** -4,
  tpotRequestSlope: 2 ** -6,
  decodeMinRequests: 1,
  decodeMaxRequests: 64,
  decodeMinKvTokens: 1,
  decodeMaxKvTokens: 100_000,
};

/** Nothing happens by chance, and nothing takes time but prefill and decode. */
export const exact: SimulationOptionsInput = {
  noiseCv: 0,
  estimateError: 0,
  sizingDelayS: 0,
  tokenizationDelayS: 0,
  transferS: 0,
  transferPerTokenS: 0,
  requestedOutput: "exact",
};

/** A request of the trace. */
export const at = (atS: number, inputTokens: number, outputTokens: number): TraceRequest => ({
  atS,
  inputTokens,
  outputTokens,
});

/** Engines named by their roles: `engines("pd")` is a prefill engine `p0` and a decode engine `d1`. */
export function engines(roles: string, change: Partial<EngineProfileInput> = {}) {
  return [...roles].map((letter, index) => ({
    id: `${letter}${index}`,
    role: letter === "p" ? ("prefill" as const) : ("decode" as const),
    profile: { ...profile, ...change },
  }));
}

export interface Recording {
  readonly simulation: Simulation;
  readonly calls: Call[];
  /** The calls of one name, without it. */
  named(name: string): (readonly [number, number, ...unknown[]])[];
  /** The calls about one request, without its number. */
  of(request: number): (readonly [number, string, ...unknown[]])[];
}

/** A simulation whose calls are written down; it has not run yet. */
export function prepare(input: Partial<SimulationInput> & Pick<SimulationInput, "requests">): Recording {
  const clock = manualClock(0);
  const calls: Call[] = [];
  const note = (request: number, name: string, ...args: unknown[]) => {
    calls.push([clock.now(), request, name, ...args]);
  };
  const simulation = new Simulation({
    engines: engines("pd"),
    clock,
    open: (request) => {
      note(request, "open");
      return recordingHandle((name, ...args) => note(request, name, ...args));
    },
    onMoved: (engine, role) => note(-1, "moved", engine, role),
    onAvailable: (engine, available) => note(-1, "available", engine, available),
    ...input,
    options: { ...exact, ...input.options },
  });
  return {
    simulation,
    calls,
    named: (name) =>
      calls.filter((call) => call[2] === name).map(([timeS, request, , ...args]) => [timeS, request, ...args]),
    of: (request) =>
      calls.filter((call) => call[1] === request).map(([timeS, , name, ...args]) => [timeS, name, ...args]),
  };
}

/** The same, run to its end. */
export function record(input: Partial<SimulationInput> & Pick<SimulationInput, "requests">): Recording {
  const recording = prepare(input);
  recording.simulation.run();
  return recording;
}

/** A hash of all calls, times by their bits. */
export function digest(calls: readonly Call[]): string {
  const bits = new DataView(new ArrayBuffer(8));
  let hash = 0x811c9dc5;
  const add = (value: number) => {
    hash = Math.imul(hash ^ value, 0x01000193);
  };
  for (const [timeS, request, ...rest] of calls) {
    bits.setFloat64(0, timeS);
    for (const part of [bits.getInt32(0), bits.getInt32(4), request]) add(part);
    for (const letter of JSON.stringify(rest)) add(letter.charCodeAt(0));
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** Handles that do nothing, for runs of which only the results count. */
export const silent: RequestEvents = recordingHandle(() => {});

function recordingHandle(note: (name: string, ...args: unknown[]) => void): RequestEvents {
  return {
    size: (input, requested) => note("size", input, requested),
    reprice: (input, requested) => note("reprice", input, requested),
    wait: () => note("wait"),
    prefill: (engine) => note("prefill", engine),
    firstToken: () => note("firstToken"),
    decode: (engine) => note("decode", engine),
    token: () => note("token"),
    complete: ({ outputTokens }) => note("complete", outputTokens),
    fail: () => note("fail"),
    expire: () => note("expire"),
    refuse: () => note("refuse"),
    reject: () => note("reject"),
    cancel: () => note("cancel"),
  };
}
