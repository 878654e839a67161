import type { DemandHistory } from "../accounting/accounting";
import type { LearnedOutputs } from "../accounting/learned-lengths";
import { ownFields } from "../check";
import { type LearnedProfile, learnedProfileOf } from "../fleet/learned-profile";
import type { LookQuery } from "../journal/event-rows";
import type { DesiredEngines } from "../scaling/desired";
import type { DesiredOptions } from "../scaling/desired-options";
import type { ScoreOptions, SplitScore } from "../scoring/scores";
import type { ScoringInputs } from "../scoring/scoring-inputs";
import { scoreSplits } from "../scoring/split-scorer";
import { type WhatIf, type WhatIfOptions, whatIf } from "../scoring/what-if";
import type { Accounts } from "./accounts";
import { desiredNow } from "./desired-now";
import { loadsOf, NO_DEMAND, type PoolDemand, type PoolLoads, windowDemand } from "./pool-demand";
import { type StateDocument, stateDocument } from "./state";

/** A snapshot to answer from, in place of one of now. */
interface FromSnapshot {
  readonly snapshot?: ScoringInputs;
}

/** Queries of a pool: they change no decision, but move the windows on to the present. */
export class PoolQueries {
  readonly #accounts: Accounts;

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
  }

  demand(): PoolDemand {
    const demand = windowDemand(this.#accounts, this.readTime("demand"));
    return this.#accounts.fleet.engines.length > 0 ? demand : { ...demand, ...NO_DEMAND };
  }

  desired(options?: DesiredOptions): DesiredEngines {
    return desiredNow(this.#accounts, this.readTime("desired"), options);
  }

  loads(): PoolLoads {
    const { clock, fleet } = this.#accounts;
    return loadsOf(fleet, clock.checkedNow());
  }

  split(): { prefill: number; decode: number } {
    const { fleet } = this.#accounts;
    return { prefill: fleet.countByRole("prefill"), decode: fleet.countByRole("decode") };
  }

  history(): DemandHistory {
    return this.#accounts.accounting.history(this.readTime("history"));
  }

  learnedProfile(engineId: string): LearnedProfile | null {
    const engine = this.#accounts.fleet.engine(engineId);
    return engine.learning && learnedProfileOf(engine.learning.model);
  }

  learned(): LearnedOutputs {
    return this.#accounts.accounting.learned(this.readTime("learned"));
  }

  decisionSnapshot(): ScoringInputs {
    return this.#accounts.controller.read(this.readTime("decision_snapshot")).snapshot;
  }

  scores(options: ScoreOptions & FromSnapshot): SplitScore[] {
    const { snapshot = this.decisionSnapshot(), ...how } = ownFields("options", options);
    return scoreSplits(this.#accounts.accounting, snapshot, how);
  }

  whatIf(options: WhatIfOptions & FromSnapshot): WhatIf {
    const { accounting, fleet } = this.#accounts;
    const { snapshot = this.decisionSnapshot(), ...changes } = ownFields("options", options);
    return whatIf(accounting, fleet, snapshot, changes);
  }

  state(): StateDocument {
    const { accounting, fleet, controller, anomalies, counter, decisionTimes, effects, records } = this.#accounts;
    const nowS = this.readTime("state");
    return stateDocument({
      nowS,
      accounting,
      fleet,
      controller,
      anomalies: anomalies.counts(),
      requests: counter.counts(),
      decisionTimes: decisionTimes.counts(),
      moveEffects: effects.slopes(),
      ...records.counts(),
    });
  }

  /** The time of a query that moves the windows on: it may have a part in what is decided later. */
  readTime(query: LookQuery): number {
    const { clock, records } = this.#accounts;
    const nowS = clock.checkedNow();
    records.look(query, nowS);
    return nowS;
  }
}
