import { demandDocument } from "../accounting/demand";
import { checkClock, isNotNegative, isPositive, ownFields } from "../check";
import { type Clock, monotonicClock } from "../clock";
import type { Decision } from "../decision/decision";
import { decisionDocument } from "../decision/decision-document";
import { explain } from "../decision/explain";
import { ConfigError, NarwhalError, TimeError } from "../errors";
import type { Pool } from "../pool/pool";
import { toWire } from "../wire";
import { KeptReply } from "./kept-reply";
import { decisionsLimit, demandNoFields, whatIfOf } from "./query";
import { RateLimit } from "./rate-limit";
import { FAILED, headOf, json, jsonText, type Reply, refusal, reply } from "./reply";

export type { Reply } from "./reply";

/** The part of a pool that the routes read. */
export type RoutedPool = Pick<Pool, "state" | "desired" | "newestDecisions" | "decisionSnapshot" | "whatIf">;

/** Options of the routes. */
export interface RouteOptions {
  /** Answers `/metrics`: a registry of prom-client. Default: none, and the path is not found. */
  readonly registry?: { metrics(): Promise<string>; readonly contentType: string };
  /** How old, in seconds, an answer of `/narwhal/state` or `/narwhal/desired` may be, >= 0. Default 1. */
  readonly stateAgeS?: number;
  /**
   * How often a second answers of `/narwhal/what-if`, and of `/metrics`, are made, >= 1. More what-ifs are refused with
   * 429, more reads of metrics get the last text. Default 5.
   */
  readonly readsPerS?: number;
  /** Where the routes take the time from. Default: the monotonic clock. */
  readonly clock?: Clock;
}

type MetricsRegistry = NonNullable<RouteOptions["registry"]>;

/** A body that is not text cannot be sent. */
async function metricsReply(registry: MetricsRegistry): Promise<Reply> {
  const body: unknown = await registry.metrics();
  const type: unknown = registry.contentType;
  return typeof body === "string" && typeof type === "string" ? reply(200, type, body) : FAILED;
}

const MAX_URL_LENGTH = 2048;

type Route = (query: URLSearchParams) => Reply | Promise<Reply>;

/**
 * The answers to `GET /narwhal/state`, `/narwhal/desired`, `/narwhal/decisions`, `/narwhal/what-if` and `/metrics`, for any server. Only
 * method and URL are looked at. Nothing that a stranger sends changes the pool or throws, and the work of an answer is
 * bounded.
 *
 * @example
 * const routes = new Routes(pool, { registry });
 * const { status, headers, body } = await routes.respond("GET", "/narwhal/what-if?add_decode=1");
 */
export class Routes {
  /** The paths that are answered. */
  readonly paths: readonly string[];
  readonly #pool: RoutedPool;
  readonly #routes: ReadonlyMap<string, Route>;
  readonly #decisionTexts = new WeakMap<Decision, string>();

  /** @throws ConfigError */
  constructor(pool: RoutedPool, options: RouteOptions = {}) {
    const { registry, stateAgeS = 1, readsPerS = 5, clock = monotonicClock() } = ownFields("options", options);
    if (!isNotNegative(stateAgeS)) throw new ConfigError("stateAgeS", "must be >= 0 s", stateAgeS);
    if (!(isPositive(readsPerS) && readsPerS >= 1)) throw new ConfigError("readsPerS", "must be >= 1", readsPerS);
    checkClock(clock);
    this.#pool = pool;
    const limit = new RateLimit(readsPerS, clock);
    const state = new KeptReply(() => json(200, pool.state()), stateAgeS, clock);
    const desired = new KeptReply(() => this.#desired(), stateAgeS, clock);
    const routes = new Map<string, Route>([
      ["/narwhal/state", (query) => kept(state, query)],
      ["/narwhal/desired", (query) => kept(desired, query)],
      ["/narwhal/decisions", (query) => this.#decisions(query)],
      ["/narwhal/what-if", (query) => (limit.pass() ? this.#whatIf(query) : tooMany())],
    ]);
    if (registry) {
      const metrics = new KeptReply(() => metricsReply(registry), 1 / readsPerS, clock);
      routes.set("/metrics", () => metrics.get());
    }
    this.#routes = routes;
    this.paths = [...routes.keys()];
  }

  /** Answers a request by its method and its URL (path and query). It never throws. */
  async respond(method: string, url: string): Promise<Reply> {
    try {
      return await this.#respond(method, url);
    } catch (error) {
      // A clock that fails is no fault of who asks.
      const asked = error instanceof NarwhalError && !(error instanceof TimeError);
      return asked ? refusal(400, error.code, error.message) : FAILED;
    }
  }

  async #respond(method: string, url: string): Promise<Reply> {
    if (url.length > MAX_URL_LENGTH) return refusal(414, "ERR_NARWHAL_HTTP", "the URL is too long");
    const [path = "", query = ""] = url.split("#", 1)[0]?.split(/\?(.*)/s) ?? [];
    const route = this.#routes.get(path);
    if (!route) return refusal(404, "ERR_NARWHAL_HTTP", "there is nothing here");
    if (method !== "GET" && method !== "HEAD") {
      return refusal(405, "ERR_NARWHAL_HTTP", "only GET and HEAD are answered", { allow: "GET, HEAD" });
    }
    const answer = await route(new URLSearchParams(query));
    return method === "HEAD" ? headOf(answer) : answer;
  }

  /** 503 while it is unknown, so that an autoscaler falls back in place of reading a number. */
  #desired(): Reply {
    const desired = this.#pool.desired();
    return json(desired.valid ? 200 : 503, toWire(desired));
  }

  #decisions(query: URLSearchParams): Reply {
    const newest = this.#pool.newestDecisions.slice(-decisionsLimit(query));
    const texts = newest.map((decision) => this.#textOf(decision));
    return jsonText(200, `{"decisions":[${texts.join(",")}]}`);
  }

  /** Each is made once: a hundred of them take as long as ten passes. */
  #textOf(decision: Decision): string {
    const kept = this.#decisionTexts.get(decision);
    if (kept !== undefined) return kept;
    const text = JSON.stringify({ ...decisionDocument(decision), explanation: explain(decision) });
    this.#decisionTexts.set(decision, text);
    return text;
  }

  #whatIf(query: URLSearchParams): Reply {
    const answer = this.#pool.whatIf(whatIfOf(query));
    return json(200, toWire({ ...answer, demand: demandDocument(answer.demand) }));
  }
}

function kept(answer: KeptReply, query: URLSearchParams): Reply | Promise<Reply> {
  demandNoFields(query);
  return answer.get();
}

function tooMany(): Reply {
  return refusal(429, "ERR_NARWHAL_HTTP", "too many reads", { "retry-after": "1" });
}
