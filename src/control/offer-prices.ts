import type { Accounting } from "../accounting/accounting";
import type { WeighedProfiles } from "../accounting/offered-work";
import type { Engine, Fleet } from "../fleet";
import type { EngineProfile } from "../profile";

/** Keeps the prices of offered work at what is known of the engines: by their live models. */
export class OfferPrices {
  readonly #accounting: Accounting;
  readonly #fleet: Fleet;
  #seen: (EngineProfile | null)[] = [];
  #profiles: WeighedProfiles | null = null;

  /** Prices offers by the models of now. */
  constructor(accounting: Accounting, fleet: Fleet, nowS: number) {
    this.#accounting = accounting;
    this.#fleet = fleet;
    this.refresh(nowS);
  }

  /** Prices offers from now on by the models of now. */
  refresh(nowS: number): void {
    const { offeredWork } = this.#accounting;
    if (!offeredWork) return;
    const { engines } = this.#fleet;
    if (!offeredWork.use(this.#weighed(engines), nowS)) return;
    // The statistics begin anew: what decodes now came before them.
    for (const engine of engines) this.#recount(engine, nowS);
  }

  #recount(engine: Engine, nowS: number): void {
    const { offeredWork } = this.#accounting;
    for (const { inputTokens, requestedOrOpen, outputTokens } of engine.residents("decode")) {
      const work = offeredWork?.price(inputTokens, requestedOrOpen, 0);
      if (!work || work.decodeDemand === 0) continue;
      const expected = offeredWork?.expectedOutput(inputTokens, requestedOrOpen) ?? 0;
      const left = Math.max(0, 1 - outputTokens / Math.max(1, expected));
      if (left > 0) offeredWork?.add({ ...work, prefillS: 0, decodeS: work.decodeS * left }, nowS, nowS);
    }
  }

  /** The same object as long as nothing has changed. */
  #weighed(engines: readonly Engine[]): WeighedProfiles {
    const profiles = engines.map(({ learning, profile }) => (learning ? learning.model.profile : profile));
    const same = profiles.length === this.#seen.length && profiles.every((profile, i) => profile === this.#seen[i]);
    if (same && this.#profiles) return this.#profiles;
    const weights = new Map<EngineProfile, number>();
    for (const profile of profiles) if (profile) weights.set(profile, (weights.get(profile) ?? 0) + 1);
    this.#seen = profiles;
    this.#profiles = { weights, engines: profiles.filter((profile) => profile !== null).length };
    return this.#profiles;
  }
}
