import type { TerminalKind } from "../accounting/outcome";
import type { Decision } from "../decision/decision";
import type { EngineOptions } from "../fleet";
import { fromBase64 } from "../journal/base64";
import type { EventType, LookQuery } from "../journal/event-rows";
import { fromExact } from "../journal/exact";
import type { Pool } from "../pool/pool";
import type { RequestHandle } from "../pool/request";
import type { At, SizeOptions } from "../pool/request-options";
import type { EngineProfileInput } from "../profile";
import type { Json } from "../wire";
import { LogError } from "./log-error";
import type { LogRow } from "./log-row";

/** Repeats a call of a request's handle. */
type RequestCall = (request: RequestHandle, row: LogRow, at: At) => void;

/** Repeats a call of the pool; those that decide return their decisions. */
type PoolCall = (pool: Pool, row: LogRow) => readonly Decision[] | null;

/** The types of rows that are calls of a request's handle, `open` apart. */
type RequestType = Extract<EventType, TerminalKind | keyof typeof PLAIN_CALLS>;

const PLAIN_CALLS = {
  size: (request, row, at) => request.size(row.number("input_tokens"), requestedOf(row), { ...at, ...cachedOf(row) }),
  reprice: (request, row, at) =>
    request.reprice(row.number("input_tokens"), requestedOf(row), { ...at, ...cachedOf(row) }),
  wait: (request, _, at) => request.wait(at),
  prefill: (request, row, at) => request.prefill(engineIdOf(row), at),
  first_token: (request, _, at) => request.firstToken(at),
  decode: (request, row, at) => request.decode(engineIdOf(row), at),
  token: (request, row, at) => request.token(row.has("tokens") ? row.number("tokens") : 1, at),
  retry: (request, _, at) => request.retry(at),
} satisfies Record<string, RequestCall>;

/** How a request's rows are repeated, by type. */
export const REQUEST_CALLS: Readonly<Record<RequestType, RequestCall>> = {
  ...PLAIN_CALLS,
  completed: (request, row, at) =>
    request.complete({ ...at, ...(row.has("output_tokens") && { outputTokens: row.number("output_tokens") }) }),
  failed: (request, _, at) => request.fail(at),
  expired: (request, _, at) => request.expire(at),
  refused: (request, _, at) => request.refuse(at),
  rejected: (request, _, at) => request.reject(at),
  cancelled: (request, _, at) => request.cancel(at),
  invalid: (request, _, at) => request.invalid(at),
};

/** How the pool's rows are repeated, by type. */
export const POOL_CALLS: Readonly<Record<Exclude<EventType, RequestType | "open" | "gap">, PoolCall>> = {
  pass: (pool) => pool.pass().decisions,
  urgent: (pool) => pool.urgent().decisions,
  sample: quiet((pool) => pool.sample()),
  look: quiet((pool, row) => LOOKS[row.choice("query", LOOKS)](pool)),
  moved: quiet((pool, row) => pool.moved(engineIdOf(row))),
  move_failed: quiet((pool, row) => pool.moveFailed(engineIdOf(row))),
  risk: quiet((pool, row) => pool.recordRisk(row.text("kind"))),
  add_engine: quiet((pool, row) => pool.addEngine(engineOf(row.json("settings")))),
  remove_engine: quiet((pool, row) => pool.removeEngine(row.text("engine"))),
  available: quiet((pool, row) => pool.setAvailable(row.text("engine"), row.flag("available"))),
  pinned: quiet((pool, row) => pool.setPinned(row.text("engine"), row.flag("pinned"))),
  profile: quiet((pool, row) => pool.setProfile(row.text("engine"), profileOf(row.json("profile")))),
  // The clock shows the pool's time already, so that the restored pool's is not ahead of it.
  restore: quiet((pool, row) => pool.restore(bytesOf(row), { elapsedS: row.number("elapsed_s") })),
};

const LOOKS: Readonly<Record<LookQuery, (pool: Pool) => void>> = {
  demand: (pool) => pool.demand(),
  desired: (pool) => pool.desired(),
  history: (pool) => pool.history(),
  learned: (pool) => pool.learned(),
  decision_snapshot: (pool) => pool.decisionSnapshot(),
  state: (pool) => pool.state(),
};

/** An engine as it joins, from the settings that a row has of it. What is wrong with them the pool says. */
export function engineOf(settings: Json | undefined): EngineOptions {
  const { profile, ...engine } = Object(settings);
  return { ...(fromExact(engine) as EngineOptions), profile: profileOf(profile) };
}

/** Of a profile's fields, null stands for one that is there and undefined. */
function profileOf(profile: Json | undefined): EngineProfileInput | null {
  if (profile === null || profile === undefined) return null;
  const fields = Object.entries(fromExact(profile) as object);
  return Object.fromEntries(fields.map(([field, value]) => [field, value ?? undefined])) as EngineProfileInput;
}

function bytesOf(row: LogRow): Uint8Array {
  const text = row.text("snapshot");
  try {
    return fromBase64(text);
  } catch (cause) {
    throw new LogError(row.line, "snapshot must be base64", { cause });
  }
}

function quiet(call: (pool: Pool, row: LogRow) => unknown): PoolCall {
  return (pool, row) => {
    call(pool, row);
    return null;
  };
}

function requestedOf(row: LogRow): number | undefined {
  return row.has("requested_tokens") ? row.number("requested_tokens") : undefined;
}

function cachedOf(row: LogRow): Pick<SizeOptions, "cachedTokens"> {
  return row.has("cached_tokens") ? { cachedTokens: row.number("cached_tokens") } : {};
}

/** An engine id that was not a string is logged as null, and replays as unknown. */
function engineIdOf(row: LogRow): string {
  return row.json("engine") === null ? "" : row.text("engine");
}
