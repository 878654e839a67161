import { readFileSync } from "node:fs";
import { type EngineProfile, profileFromJson } from "../../src/index";

/** The shipped profiles. */
export const H100 = load("h100-tp8-llama2-70b.json");
export const H200 = load("h200-llama31-8b-fp8.json");

/** A profile of an engine that takes so many times as long. */
export function scaled(profile: EngineProfile, factor: number): EngineProfile {
  const { tpotSlope, tpotIntercept, tpotRequestSlope } = profile;
  return slowPrefill(
    {
      ...profile,
      tpotSlope: tpotSlope * factor,
      tpotIntercept: tpotIntercept * factor,
      tpotRequestSlope: tpotRequestSlope * factor,
    },
    factor,
  );
}

/** A profile of an engine that takes so many times as long for prefill alone. */
export function slowPrefill(profile: EngineProfile, factor: number): EngineProfile {
  const { ttftA, ttftB, ttftC } = profile;
  return { ...profile, ttftA: ttftA * factor, ttftB: ttftB * factor, ttftC: ttftC * factor };
}

function load(name: string): EngineProfile {
  return profileFromJson(JSON.parse(readFileSync(new URL(`../../data/${name}`, import.meta.url), "utf8")));
}
