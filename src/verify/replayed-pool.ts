import { TERMINAL_KINDS } from "../accounting/outcome";
import { type ConfigInput, resolveConfig } from "../config";
import type { Decision } from "../decision/decision";
import type { RequestId } from "../fleet";
import { EVENTS_SCHEMA, EVENTS_VERSION } from "../journal/event-rows";
import { fromExact } from "../journal/exact";
import { Pool } from "../pool/pool";
import type { PoolParts } from "../pool/pool-parts";
import { RecordedClock } from "../pool/recorded-clock";
import type { RequestHandle } from "../pool/request";
import { engineOf, POOL_CALLS, REQUEST_CALLS } from "./event-calls";
import { LogError } from "./log-error";
import type { LogRow } from "./log-row";

/** A pool that is made again from the rows of one process: each row repeats the call that it was written for. */
export class ReplayedPool {
  readonly pool: Pool;
  readonly #clock: RecordedClock;
  readonly #requests = new Map<number, RequestHandle>();
  #opened = 0;
  /** Any request that has ended: a late call of one is as wrong as of another. */
  #ended: RequestHandle | null = null;

  /**
   * @param meta the row that the process's log begins with
   * @param policyOf the policy in place of the logged one. Default: the logged one
   * @throws LogError; ConfigError, ProfileError, ArgumentError, MemoryError for what it holds
   */
  constructor(meta: LogRow, policyOf: (logged: unknown) => unknown = (logged) => logged) {
    checkSchema(meta);
    this.#clock = new RecordedClock(meta.number("started_s"));
    const config = resolveConfig(fromExact(meta.json("config")) as ConfigInput);
    this.pool = new Pool(config, {
      ...actingOf(meta, policyOf),
      engines: meta.list("engines").map(engineOf),
      clock: this.#clock,
    });
  }

  /**
   * Repeats a row's call.
   *
   * @returns the decisions that it led to, null for a call that decides nothing
   * @throws LogError, and what the pool throws
   */
  apply(row: LogRow): readonly Decision[] | null {
    if (row.has("at_s")) this.#clock.timeS = row.number(row.has("clock_s") ? "clock_s" : "at_s");
    if (row.type === "open") return this.#open(row);
    if (row.has("request")) return this.#call(row);
    return POOL_CALLS[row.choice("type", POOL_CALLS)](this.pool, row);
  }

  #open(row: LogRow): null {
    const at = row.has("bad_time") ? Number.NaN : row.number("at_s");
    const id = row.has("id") && { id: fromExact(row.json("id")) as RequestId };
    this.#opened = row.number("request");
    this.#requests.set(this.#opened, this.pool.open({ at, ...id }));
    return null;
  }

  #call(row: LogRow): null {
    const number = row.number("request");
    const request = this.#requests.get(number) ?? (number <= this.#opened ? this.#ended : null);
    if (!request) throw new LogError(row.line, `request ${number} was not opened`);
    REQUEST_CALLS[row.choice("type", REQUEST_CALLS)](request, row, { at: row.number("at_s") });
    if (ENDS.has(request.state)) this.#forget(number, request);
    return null;
  }

  #forget(number: number, request: RequestHandle): void {
    this.#requests.delete(number);
    this.#ended = request;
  }
}

/** How the pool acts: of a row's options only those that a log has. What is wrong with them the pool says. */
function actingOf(meta: LogRow, policyOf: (logged: unknown) => unknown): PoolParts {
  const { urgent, applyMoves, whileUnavailable, policy } = Object(fromExact(meta.json("options")));
  const acting = { urgent: Boolean(urgent), applyMoves, whileUnavailable, policy: policyOf(policy) };
  return Object.fromEntries(Object.entries(acting).filter(([, value]) => value !== undefined));
}

const ENDS: ReadonlySet<string> = new Set(TERMINAL_KINDS);

function checkSchema(meta: LogRow): void {
  if (meta.type !== "meta") {
    throw new LogError(
      meta.line,
      `the log must begin with its meta row, not with ${meta.type} (are older parts missing?)`,
    );
  }
  const schema = meta.text("schema");
  const version = meta.number("version");
  if (schema === EVENTS_SCHEMA && version === EVENTS_VERSION) return;
  throw new LogError(meta.line, `must be ${EVENTS_SCHEMA} ${EVENTS_VERSION}, is ${schema} ${version}`);
}
