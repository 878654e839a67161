import { prefillS } from "../profile";
import type { Engine } from "./engine";

/**
 * Weight of one prefill in the fit. Prefills that scatter by 30% let the fit scatter by a tenth of that, 3%: well
 * within what policies ignore (20%, policy-view.ts), and a changed engine still shows after some 50 prefills.
 */
const ALPHA = 0.02;
/** The most that one prefill counts for: a stall is no property of the profile. It moves the fit by 6% at most. */
const LARGEST = 4;

/** What an engine's prefill is measured from. */
interface Span {
  /** When its prefill residents began to keep it busy, or the last of them ended. */
  sinceS: number;
  /** Whether it had no decode residents then. */
  alone: boolean;
}

/**
 * How long prefills take compared with the profile: a mean of observed / predicted that forgets (0.02 a prefill), of
 * engines without decode residents. An engine's prefills are taken as if one ran after the other.
 */
export class PrefillFit {
  /** 1: as the profile says. */
  ratio = 1;
  readonly #spans = new WeakMap<Engine, Span>();

  /** The engine begins to have prefill residents. */
  started(engine: Engine, nowS: number): void {
    this.#spans.set(engine, { sinceS: nowS, alone: engine.decodeRequests === 0 });
  }

  /** A prefill of so many tokens ended on the engine. */
  ended(engine: Engine, prefillTokens: number, nowS: number): void {
    const span = this.#spans.get(engine);
    const alone = engine.decodeRequests === 0;
    if (span?.alone && alone) this.#sample(engine, prefillTokens, nowS - span.sinceS);
    this.#spans.set(engine, { sinceS: nowS, alone });
  }

  #sample({ profile }: Engine, prefillTokens: number, observedS: number): void {
    const predictedS = profile ? prefillS(profile, prefillTokens) : 0;
    if (!(predictedS > 0 && observedS >= 0)) return;
    this.ratio += ALPHA * (Math.min(LARGEST, observedS / predictedS) - this.ratio);
  }
}
