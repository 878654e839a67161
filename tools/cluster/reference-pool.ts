import type { Directive } from "../../src/cluster/directive";
import type { Decision } from "../../src/decision/decision";
import { createPoolSync } from "../../src/pool/create-pool";
import { Pool } from "../../src/pool/pool";
import { RecordedClock } from "../../src/pool/recorded-clock";
import type { RequestHandle } from "../../src/pool/request";
import { poolOptions } from "./fleet-settings";
import type { RouterEvent } from "./messages";

/** Events of one router, by the publish that had them first. */
export interface RouterLog {
  readonly member: string;
  readonly intervals: Map<number, RouterEvent[]>;
}

/** One pool that is fed with what the routers had published by each cut. */
export class ReferencePool {
  readonly pool: Pool;
  readonly #clock: RecordedClock;
  readonly #logs: readonly RouterLog[];
  readonly #fed = new Map<string, number>();
  readonly #handles = new Map<string, RequestHandle>();
  #cutS: number;

  /** @param startedS when the first of the routers began */
  constructor(startedS: number, logs: readonly RouterLog[]) {
    this.#clock = new RecordedClock(startedS);
    this.#cutS = startedS;
    this.#logs = logs;
    this.pool = createPoolSync({ ...poolOptions(), maxShapes: 512, clock: this.#clock });
  }

  /** Goes on to the cut of a directive, and decides as one pool. */
  follow({ seqs, live, fleet }: Directive): readonly Decision[] {
    const gone = this.#logs.filter(({ member }) => this.#fed.has(member) && !live.includes(member));
    for (const { member } of gone) this.#forget(member);
    for (const [event, member] of this.#eventsUpTo(seqs)) this.#feed(event, member, fleet.cutS);
    // Without a leader nobody has sampled; what engines did then is over.
    if (fleet.cutS - this.#cutS > 1.5) Pool.accountsOf(this.pool).fleet.roll(fleet.cutS - 1);
    this.#clock.timeS = fleet.cutS;
    this.#cutS = fleet.cutS;
    if (fleet.held === null) return this.pool.pass().decisions;
    this.pool.sample();
    return [];
  }

  #eventsUpTo(seqs: Directive["seqs"]): (readonly [RouterEvent, string])[] {
    const events: (readonly [RouterEvent, string])[] = [];
    for (const { member, intervals } of this.#logs) {
      const upTo = seqs[member] ?? 0;
      for (let seq = (this.#fed.get(member) ?? 0) + 1; seq <= upTo; seq += 1) {
        for (const event of intervals.get(seq) ?? []) events.push([event, member]);
      }
      if (upTo > 0) this.#fed.set(member, Math.max(upTo, this.#fed.get(member) ?? 0));
    }
    return events.sort(([one], [other]) => one[0] - other[0]);
  }

  #feed([atS, request, call, ...args]: RouterEvent, member: string, cutS: number): void {
    if (cutS - this.#cutS > 1.5 && atS > cutS - 1 && this.#clock.timeS <= cutS - 1) {
      Pool.accountsOf(this.pool).fleet.roll(cutS - 1);
      this.#cutS = cutS - 1;
    }
    this.#clock.timeS = atS;
    const key = `${member} ${request}`;
    if (call === "open") {
      this.#handles.set(key, this.pool.open());
      return;
    }
    const handle = this.#handles.get(key) as unknown as Record<string, (...given: unknown[]) => void> | undefined;
    handle?.[call]?.(...args);
    if (call === "complete") this.#handles.delete(key);
  }

  /** Requests in flight of a router that is gone count no longer. */
  #forget(member: string): void {
    for (const [key, handle] of this.#handles) {
      if (!key.startsWith(`${member} `)) continue;
      handle.cancel();
      this.#handles.delete(key);
    }
  }
}
