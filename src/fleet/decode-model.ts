import { tokenInterval } from "../../assembly/formulas";
import type { EngineProfile } from "../profile";

/**
 * The decode coefficients of a profile, seconds: what every token is compared with. A copy, since profiles differ in
 * which optional fields they have, and reading objects of many shapes would slow every token down.
 */
export class DecodeModel {
  /** More seconds between two tokens for each KV token. */
  readonly slopeS: number;
  private readonly interceptS: number;
  private readonly requestSlopeS: number;

  constructor(profile: EngineProfile) {
    this.slopeS = profile.tpotSlope;
    this.interceptS = profile.tpotIntercept;
    this.requestSlopeS = profile.tpotRequestSlope;
  }

  /** Seconds between two tokens with `requests` residents that hold `tokens` tokens in all (semantics, section 4). */
  intervalS(tokens: number, requests: number): number {
    return tokenInterval(this.slopeS, this.interceptS, this.requestSlopeS, tokens, requests);
  }
}
