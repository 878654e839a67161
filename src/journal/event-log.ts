import type { Decision } from "../decision/decision";
import type { Fleet, Phase, RequestId } from "../fleet";
import { toBase64 } from "./base64";
import { CountedSink } from "./counted-sink";
import { EVENTS_SCHEMA, EVENTS_VERSION, type EventType, type LookQuery } from "./event-rows";
import { exactText, toExact } from "./exact";
import type { LogFaultListener } from "./log-fault";
import { engineRow, type MetaSubject, metaRow, profileRow } from "./meta";
import type { RowSink, SinkCounts } from "./sinks";

/**
 * The log of all inputs of a pool, each with the time that was used, and of its decisions: `replayEvents` makes the
 * same decisions from it. Calls of a request's handle are logged whether its state allows them or not; calls of the
 * pool that throw have changed nothing and are not.
 *
 * Rows of requests are put together by hand: there are many, and JSON.stringify takes twice as long.
 */
export class EventLog {
  readonly #sink: CountedSink;
  #requests = 0;
  #missed = 0;
  #clockS: number | null = null;

  /** @param onFault told when the sink begins to fail, and when it works again */
  constructor(sink: RowSink, subject: MetaSubject, onFault?: LogFaultListener) {
    this.#sink = new CountedSink(sink, (failing, counts) => onFault?.({ log: "event_log", failing, ...counts }));
    this.#write(JSON.stringify(metaRow(EVENTS_SCHEMA, EVENTS_VERSION, subject, subject.startedS)));
  }

  /** Counts of its rows. */
  counts(): SinkCounts {
    return this.#sink.counts();
  }

  /**
   * A request was opened.
   *
   * @param atS the time that it was opened at
   * @param given the router's own time, if it gave one
   * @returns the request's number in the log
   */
  open(atS: number, given: number | undefined, id: RequestId | null): number {
    this.#requests += 1;
    const name = id === null ? "" : `,"id":${typeof id === "string" ? JSON.stringify(id) : exactText(id)}`;
    const bad = (given ?? atS) === atS ? "" : `,"bad_time":true`;
    this.#request("open", this.#requests, atS, name + bad);
    return this.#requests;
  }

  /** The call that is logged next is stamped ahead of the clock, which says `clockS`. */
  aheadOf(clockS: number): void {
    this.#clockS = clockS;
  }

  /** `size` or `reprice`, with its arguments as they were given. */
  size(
    type: "size" | "reprice",
    request: number,
    atS: number,
    inputTokens: number,
    requestedTokens: number | undefined,
    cachedTokens: number | undefined,
  ): void {
    const requested = requestedTokens === undefined ? "" : `,"requested_tokens":${argument(requestedTokens)}`;
    const cached = cachedTokens === undefined ? "" : `,"cached_tokens":${argument(cachedTokens)}`;
    this.#request(type, request, atS, `,"input_tokens":${argument(inputTokens)}${requested}${cached}`);
  }

  dispatch(phase: Phase, request: number, atS: number, engineId: string): void {
    this.#request(phase, request, atS, `,"engine":${name(engineId)}`);
  }

  /** Calls that have nothing but a time. */
  step(type: "wait" | "first_token" | "retry", request: number, atS: number): void {
    this.#request(type, request, atS, "");
  }

  token(request: number, atS: number, count: number): void {
    this.#request("token", request, atS, count === 1 ? "" : `,"tokens":${argument(count)}`);
  }

  /** A request ended. `outputTokens`: as the router gave it. */
  end(kind: EventType, request: number, atS: number, outputTokens: number | undefined): void {
    const output = (outputTokens ?? null) === null ? "" : `,"output_tokens":${argument(outputTokens)}`;
    this.#request(kind, request, atS, output);
  }

  /** A pass, or an urgent step, with the decisions that it made. */
  decide(type: "pass" | "urgent", atS: number, decisions: readonly Decision[]): void {
    this.#pool(type, { at_s: toExact(atS), ...(decisions.length > 0 && { decisions: toExact(decisions) }) });
  }

  sample(atS: number): void {
    this.#pool("sample", { at_s: toExact(atS) });
  }

  /** A query that moves the windows on; with a clock that steps back it can change later decisions. */
  look(query: LookQuery, atS: number): void {
    this.#pool("look", { at_s: toExact(atS), query });
  }

  /** The host has answered a proposal. */
  answer(type: "moved" | "move_failed", engineId: string, atS: number): void {
    this.#pool(type, { at_s: toExact(atS), engine: typeof engineId === "string" ? engineId : null });
  }

  risk(kind: string, atS: number): void {
    this.#pool("risk", { at_s: toExact(atS), kind });
  }

  addEngine(engine: Fleet["engines"][number], atS: number): void {
    this.#pool("add_engine", { at_s: toExact(atS), settings: engineRow(engine) });
  }

  removeEngine(engineId: string, atS: number): void {
    this.#pool("remove_engine", { at_s: toExact(atS), engine: engineId });
  }

  /** A setting of an engine, which needs no time. */
  set(setting: "available" | "pinned" | "profile", engine: Fleet["engines"][number]): void {
    const value = setting === "profile" ? profileRow(engine.profile) : Boolean(engine[setting]);
    this.#pool(setting, { engine: engine.id, [setting]: value });
  }

  /** Another pool's accounts were restored; `atS` is the pool's time from then on. */
  restore(snapshot: Uint8Array, elapsedS: number, atS: number): void {
    this.#pool("restore", { at_s: toExact(atS), elapsed_s: toExact(elapsedS), snapshot: toBase64(snapshot) });
  }

  #request(type: EventType, request: number, atS: number, fields: string): void {
    const clock = this.#clockS === null ? "" : `,"clock_s":${argument(this.#clockS)}`;
    this.#clockS = null;
    this.#write(`{"type":"${type}","at_s":${argument(atS)},"request":${request}${fields}${clock}}`);
  }

  #pool(type: EventType, fields: object): void {
    this.#write(JSON.stringify({ type, ...fields }));
  }

  /** A row that was missed would make a replay go wrong silently: the log says how many are. */
  #write(row: string): void {
    this.#missed += this.#sink.takeLate();
    if (!this.#writeGap() || !this.#sink.write(row)) this.#missed += 1;
  }

  /** Whether the log has told of all rows that were missed. */
  #writeGap(): boolean {
    const missed = this.#missed;
    if (missed === 0) return true;
    if (!this.#sink.write(`{"type":"gap","rows":${missed}}`)) return false;
    this.#missed -= missed;
    return true;
  }
}

/** An argument that may be of any type: what is no number is no more right than NaN. */
function argument(value: unknown): string {
  return exactText(typeof value === "number" ? value : Number.NaN);
}

function name(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : "null";
}
