import { classifyOutcome, TERMINAL_KINDS, type TerminalKind } from "../accounting/outcome";
import { type Config, type ConfigInput, resolveConfig } from "../config";
import type { EngineOptions, Role } from "../fleet";
import { fromExact } from "../journal/exact";
import type { TraceRequest } from "../traces/trace";
import { engineOf } from "../verify/event-calls";
import { LogError } from "../verify/log-error";
import { type LogRow, logErrorOf, parseRow } from "../verify/log-row";
import type { ScheduledMove } from "./play";

/** Requests and moves of a router, from its event log. */
export interface LoggedTraffic {
  readonly config: Config;
  /** The engines that it began with. */
  readonly engines: readonly EngineOptions[];
  /** Requests that can be played again, by time; the first one arrives at 0. */
  readonly requests: readonly TraceRequest[];
  /** Requests that cannot. */
  readonly leftOut: number;
  /** Moves that took effect, on the time of the requests. */
  readonly moves: readonly ScheduledMove[];
  /** Requests that counted, and those of them that met both SLOs. */
  readonly total: number;
  readonly kept: number;
}

interface LoggedRequest {
  readonly arrivedS: number;
  inputTokens: number;
  cachedTokens: number;
  tokens: number;
  firstTokenS: number | null;
  lastTokenS: number | null;
}

const ENDS: ReadonlySet<string> = new Set(TERMINAL_KINDS);

/** Reads an event log, of several processes the last one. */
export class TrafficReader {
  #line = 0;
  #process: LoggedProcess | null = null;

  /** @throws LogError, and what a wrong meta row throws */
  feed(text: string): void {
    this.#line += 1;
    if (text.trim() === "") return;
    const row = parseRow(this.#line, text);
    // A line that a crash has torn: another process begins after it, or nothing.
    if (row === null && this.#process !== null) return;
    if (row === null) throw new LogError(this.#line, "is not a JSON object");
    if (row.type === "meta") this.#process = processOf(row);
    else if (this.#process) this.#process.take(row);
    else throw new LogError(this.#line, "the log must begin with its meta row");
  }

  /** All of it; null for an empty log. */
  traffic(): LoggedTraffic | null {
    return this.#process?.traffic() ?? null;
  }
}

function processOf(meta: LogRow): LoggedProcess {
  try {
    return new LoggedProcess(meta);
  } catch (error) {
    throw logErrorOf(meta, error);
  }
}

/** One process of a log. */
class LoggedProcess {
  readonly #config: Config;
  readonly #engines: readonly EngineOptions[];
  readonly #open = new Map<number, LoggedRequest>();
  readonly #ended: TraceRequest[] = [];
  readonly #moves: ScheduledMove[] = [];
  /** Roles that were proposed, and not taken yet. */
  readonly #proposed = new Map<string, Role>();
  #opened = 0;
  #total = 0;
  #kept = 0;

  constructor(meta: LogRow) {
    this.#config = resolveConfig(fromExact(meta.json("config")) as ConfigInput);
    this.#engines = meta.list("engines").map(engineOf);
  }

  take(row: LogRow): void {
    if (row.type === "open") this.#begin(row);
    else if (row.has("request")) this.#follow(row);
    else if (row.type === "pass" || row.type === "urgent") this.#decide(row);
    else if (row.type === "moved") this.#moved(row.text("engine"), row.number("at_s"));
  }

  traffic(): LoggedTraffic {
    const byTime = [...this.#ended].sort((a, b) => a.atS - b.atS);
    const startS = byTime[0]?.atS ?? 0;
    const requests = byTime.map((request) => ({ ...request, atS: request.atS - startS }));
    return {
      config: this.#config,
      engines: this.#engines,
      requests,
      leftOut: this.#opened - requests.length,
      moves: this.#moves.map((move) => ({ ...move, atS: Math.max(0, move.atS - startS) })),
      total: this.#total,
      kept: this.#kept,
    };
  }

  #begin(row: LogRow): void {
    this.#opened += 1;
    const arrivedS = row.number("at_s");
    this.#open.set(row.number("request"), {
      arrivedS,
      inputTokens: -1,
      cachedTokens: 0,
      tokens: 0,
      firstTokenS: null,
      lastTokenS: null,
    });
  }

  #follow(row: LogRow): void {
    const number = row.number("request");
    const request = this.#open.get(number);
    if (!request) return;
    const atS = row.number("at_s");
    if (row.type === "size" || row.type === "reprice") resize(request, row);
    else if (row.type === "first_token") request.firstTokenS = atS;
    else if (row.type === "token") countTokens(request, row.has("tokens") ? row.number("tokens") : 1, atS);
    else if (row.type === "retry") Object.assign(request, { tokens: 0, firstTokenS: null, lastTokenS: null });
    else if (ENDS.has(row.type)) {
      this.#open.delete(number);
      if (row.has("output_tokens")) request.tokens = row.number("output_tokens");
      this.#end(request, row.type as TerminalKind, atS);
    }
  }

  #end(request: LoggedRequest, kind: TerminalKind, atS: number): void {
    const { arrivedS, inputTokens, cachedTokens, tokens, firstTokenS, lastTokenS } = request;
    const { ttftSloS, tpotSloS } = this.#config;
    const finished = { kind, arrivedS, firstTokenS, lastTokenS: lastTokenS ?? atS, outputTokens: tokens };
    const outcome = classifyOutcome(finished, ttftSloS, tpotSloS);
    if (!outcome) return;
    this.#total += 1;
    if (outcome.ttftMet && outcome.tpotMet) this.#kept += 1;
    if (inputTokens < 0) return;
    const lengths = { inputTokens, outputTokens: Math.max(1, tokens), ...(cachedTokens > 0 && { cachedTokens }) };
    this.#ended.push({ atS: arrivedS, ...lengths });
  }

  #decide(row: LogRow): void {
    for (const decision of row.list("decisions")) {
      const { result, moves = [] } = Object(fromExact(decision)) as LoggedDecision;
      for (const { engine, to } of moves) {
        this.#proposed.set(engine, to);
        if (result === "applied") this.#moved(engine, row.number("at_s"));
      }
    }
  }

  #moved(engine: string, atS: number): void {
    const to = this.#proposed.get(engine);
    if (to === undefined) return;
    this.#proposed.delete(engine);
    this.#moves.push({ atS, engine, to });
  }
}

interface LoggedDecision {
  readonly result: string;
  readonly moves?: readonly { readonly engine: string; readonly to: Role }[];
}

function resize(request: LoggedRequest, row: LogRow): void {
  request.inputTokens = row.number("input_tokens");
  if (row.has("cached_tokens")) request.cachedTokens = row.number("cached_tokens");
}

function countTokens(request: LoggedRequest, count: number, atS: number): void {
  request.tokens += count;
  request.lastTokenS = atS;
}
