import { checkLength, checkTime } from "../check";
import { type Config, RETAINED_WINDOWS } from "../config";
import type { Core } from "../wasm/core";
import type { WindowRegion } from "../wasm/window-region";

/** Learned output lengths (semantics, section 5): rows [pow2 input, pow2 requested, ratio] and [pow2 input, output]. */
export interface LearnedOutputs {
  /** False while an overflow cell is retained: then nothing is learned. */
  readonly inForce: boolean;
  readonly ratios: readonly (readonly [inputTokens: number, requestedTokens: number, ratio: number])[];
  readonly outputs: readonly (readonly [inputTokens: number, outputTokens: number])[];
}

/** Whether learned output lengths are in force, and if not, why and how long. */
export interface LearnedStatus {
  readonly inForce: boolean;
  /** Share of the retained completions that lie in overflow cells; null if there are none. */
  readonly overflowShare: number | null;
  /** Seconds until the newest overflow cell expires, if no other one comes; null while lengths are learned. */
  readonly returnsInS: number | null;
}

/** Output lengths learned from the completions of the last 4 W. */
export class LearnedLengths {
  readonly #core: Core;
  readonly #completions: WindowRegion;
  readonly #retainedS: number;
  readonly #binned: boolean;

  constructor(core: Core, completions: WindowRegion, { windowS, overflow }: Config) {
    this.#core = core;
    this.#completions = completions;
    this.#retainedS = RETAINED_WINDOWS * windowS;
    this.#binned = overflow === "binned";
  }

  /** Learns anew. Whether what is learned is in force. @throws TimeError */
  learn(nowS: number): boolean {
    checkTime("nowS", nowS);
    return this.#core.learn(this.#completions, nowS - this.#retainedS, nowS);
  }

  /** Learns anew, and reads it. @throws TimeError */
  read(nowS: number): LearnedOutputs {
    const inForce = this.learn(nowS);
    return {
      inForce,
      ratios: this.#core.learned("ratios"),
      outputs: this.#core.learned("outputs").map(([inputTokens, , outputTokens]) => [inputTokens, outputTokens]),
    };
  }

  /** Whether lengths are learned now; if an overflow forbids it, how much is in overflow, and for how long. */
  status(nowS: number): LearnedStatus {
    checkTime("nowS", nowS);
    const completions = this.#completions;
    const sinceS = nowS - this.#retainedS;
    const observations = completions.count(sinceS, nowS);
    const overflow = completions.overflow(sinceS);
    const overflowLastS = this.#binned ? null : overflow.lastS;
    return {
      inForce: overflowLastS === null,
      overflowShare: observations > 0 ? overflow.count / observations : null,
      returnsInS: overflowLastS === null ? null : overflowLastS + this.#retainedS - nowS,
    };
  }

  /** Completions that lengths are learned from. */
  observations(nowS: number): number {
    return this.#completions.count(nowS - this.#retainedS, nowS);
  }

  /** Output tokens to expect by what was learned last, 0: none; null if not known. @throws ArgumentError */
  forecast(inputTokens: number, requestedTokens: number): number | null {
    checkLength("inputTokens", inputTokens);
    checkLength("requestedTokens", requestedTokens);
    const tokens = this.#core.expectedOutput(inputTokens, requestedTokens);
    return tokens < 0 ? null : tokens;
  }
}
