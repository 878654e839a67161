import { NarwhalError } from "../errors";
import type { LearnedProfile } from "../fleet/learned-profile";
import type { Policy } from "../policies/policy";
import { POLICIES, type PolicyName } from "../policies/policy-guard";
import { LogError } from "../verify/log-error";
import { type LogRow, logErrorOf, parseRow } from "../verify/log-row";
import { ReplayedPool } from "../verify/replayed-pool";
import { TornLine } from "../verify/torn-line";

/** The learned profile of one engine of a log. */
export interface EngineLearned extends LearnedProfile {
  readonly engine: string;
}

/**
 * Learns the profiles of engines from an event log: every call is repeated on a pool that measures its engines. A log
 * of several processes goes on with the last one; rows after missing ones are read on, since each measurement stands
 * for itself.
 *
 * @example
 * const learner = new EventLogLearner();
 * for (const line of text.split("\n")) learner.feed(line);
 * learner.profiles();
 */
export class EventLogLearner {
  #pool: ReplayedPool | null = null;
  #best: EngineLearned[] = [];
  #line = 0;
  #gap = false;
  readonly #torn = new TornLine();

  /** @throws LogError for a row that is not one, or a log that does not begin with its meta row */
  feed(text: string): void {
    this.#line += 1;
    if (text.trim() === "") return;
    const row = parseRow(this.#line, text);
    if (row === null && this.#pool === null) throw new LogError(this.#line, "is not a JSON object");
    this.#torn.note(this.#line, row);
    if (row === null) return;
    if (row.type === "gap") this.#gap = true;
    else if (row.type === "meta") this.#begin(row);
    else if (this.#pool) this.#apply(this.#pool, row);
    else throw new LogError(this.#line, "the log must begin with its meta row");
  }

  /** Of each engine the process that taught most, in the order in which the engines joined. */
  profiles(): readonly EngineLearned[] {
    return mostTaught([...this.#best, ...this.#learned()]);
  }

  /** After a gap, rows may speak of requests and engines whose beginning is missing: they teach nothing. */
  #apply(pool: ReplayedPool, row: LogRow): void {
    try {
      pool.apply(row);
    } catch (error) {
      if (this.#gap && error instanceof NarwhalError) return;
      throw logErrorOf(row, error);
    }
  }

  #begin(meta: LogRow): void {
    this.#gap = false;
    this.#best = [...this.profiles()];
    this.#pool = new ReplayedPool(meta, (policy) => measuring(policy));
  }

  #learned(): EngineLearned[] {
    const pool = this.#pool?.pool;
    if (!pool) return [];
    return pool.state().fleet.engines.flatMap(({ id }) => {
      const learned = pool.learnedProfile(id);
      return learned ? [{ engine: id, ...learned }] : [];
    });
  }
}

function mostTaught(all: readonly EngineLearned[]): readonly EngineLearned[] {
  const best = new Map<string, EngineLearned>();
  for (const learned of all) {
    const known = best.get(learned.engine);
    if (!known || samplesOf(learned) >= samplesOf(known)) best.set(learned.engine, learned);
  }
  return [...best.values()];
}

/** Measurements behind a profile. */
export function samplesOf({ prefill, decode }: LearnedProfile): number {
  return prefill.samples + decode.samples;
}

/** The policy of the log, on a pool that measures its engines whether or not that policy asks for it. */
function measuring(name: unknown): Policy {
  const logged: Policy =
    POLICIES[typeof name === "string" && Object.hasOwn(POLICIES, name) ? (name as PolicyName) : "reactive"];
  return { ...logged, name: "logged", signals: true };
}
