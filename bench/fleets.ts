import { readFileSync } from "node:fs";
import { checkProfile, type EngineOptions, type EngineProfile, profileFromJson } from "../src/index";

/** Engines of a fleet, where nothing else is said. */
export const ENGINES = 16;

const MEASURED = ["h100-tp8-llama2-70b", "h200-llama31-8b-fp8"].map((name) =>
  profileFromJson(JSON.parse(readFileSync(new URL(`../data/${name}.json`, import.meta.url), "utf8"))),
);

/** No two engines measured quite the same: what equal profiles save is left out. */
export function profileOf(engine: number, measurement = 0): EngineProfile {
  const measured = MEASURED[engine % MEASURED.length] as EngineProfile;
  const ttftC = measured.ttftC * (1 + engine / 100 + measurement / 10_000);
  return checkProfile(`gpu-${engine}`, { ...measured, ttftC });
}

/** A fleet of two kinds of engines, half of it in each role. */
export function fleetOf(engines: number): EngineOptions[] {
  return Array.from({ length: engines }, (_, i) => ({
    id: `gpu-${i}`,
    role: i < engines / 2 ? "prefill" : "decode",
    profile: MEASURED[i % MEASURED.length] as EngineProfile,
  }));
}
