import {
  PROFILE_KV_CAPACITY,
  PROFILE_MAX_KV,
  PROFILE_MAX_OUTPUT,
  PROFILE_MAX_PREFILL,
  PROFILE_MAX_REQUESTS,
  PROFILE_MIN_KV,
  PROFILE_MIN_OUTPUT,
  PROFILE_MIN_PREFILL,
  PROFILE_MIN_REQUESTS,
  PROFILE_TPOT_INTERCEPT,
  PROFILE_TPOT_REQUEST_SLOPE,
  PROFILE_TPOT_SLOPE,
  PROFILE_TTFT_A,
  PROFILE_TTFT_B,
  PROFILE_TTFT_C,
  PROFILE_WEIGHT,
} from "../../assembly/fields";
import type { EngineProfile } from "../profile";
import { putField } from "./fields";

/** Distinct profiles that a core has room for. */
export { MAX_PROFILES } from "../../assembly/layout";

/** Writes a profile into its row of the table. */
export function writeProfile(row: Float64Array, profile: EngineProfile, engines: number): void {
  putField(row, PROFILE_WEIGHT, engines);
  putField(row, PROFILE_TTFT_A, profile.ttftA);
  putField(row, PROFILE_TTFT_B, profile.ttftB);
  putField(row, PROFILE_TTFT_C, profile.ttftC);
  putField(row, PROFILE_TPOT_SLOPE, profile.tpotSlope);
  putField(row, PROFILE_TPOT_INTERCEPT, profile.tpotIntercept);
  putField(row, PROFILE_TPOT_REQUEST_SLOPE, profile.tpotRequestSlope);
  putField(row, PROFILE_KV_CAPACITY, profile.kvCapacityTokens ?? Number.POSITIVE_INFINITY);
  putField(row, PROFILE_MIN_REQUESTS, profile.decodeMinRequests);
  putField(row, PROFILE_MAX_REQUESTS, profile.decodeMaxRequests);
  putField(row, PROFILE_MIN_KV, profile.decodeMinKvTokens);
  putField(row, PROFILE_MAX_KV, profile.decodeMaxKvTokens);
  putField(row, PROFILE_MIN_PREFILL, profile.prefillMinTokens ?? 0);
  putField(row, PROFILE_MAX_PREFILL, profile.prefillMaxTokens ?? Number.POSITIVE_INFINITY);
  putField(row, PROFILE_MIN_OUTPUT, profile.decodeMinOutputTokens ?? 0);
  putField(row, PROFILE_MAX_OUTPUT, profile.decodeMaxOutputTokens ?? Number.POSITIVE_INFINITY);
}
