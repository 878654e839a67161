import { ConfigError, NarwhalError, ProfileError, resolveConfig } from "../../src/index";
import type { PolicyName } from "../../src/policies/policy-guard";
import type { ReplayControl, ReplayEngine, ReplayInput, SimulationOptionsInput } from "../../src/replay";
import { resolveOptions } from "../../src/simulation/simulation-options";
import { profileOf } from "./profiles";
import { SETTING_ROWS } from "./setting-rows";
import { type Settings, settingOf, type Workload } from "./settings";

/** A run, but for its requests: as `narwhal-slo replay` makes it from its flags and files. */
export type RunInput = Omit<ReplayInput, "requests">;

/** Why settings make no run: which one, and what is wrong with it. */
export interface Refusal {
  readonly key: string | null;
  readonly message: string;
}

/** Makes a run from its settings. @throws ConfigError, ProfileError */
export function runInputOf(settings: Settings, { load, seed }: Workload): RunInput {
  const engines = fleetOf(settings);
  const given = optionsOf(settings, "simulation");
  const simulation = { ...given, ...faultsOf(settings), speed: load, seed } as SimulationOptionsInput;
  resolveOptions(simulation, new Set(engines.map(({ id }) => id)));
  const rebalances = settingOf(settings, "whileUnavailable") === "rebalance";
  return {
    engines,
    config: resolveConfig({ ttftSloS: 1, tpotSloS: 0.05, ...optionsOf(settings, "config") }),
    urgent: settingOf(settings, "urgent") === true,
    policy: settingOf(settings, "policy") as PolicyName,
    ...(rebalances && { whileUnavailable: "rebalance" }),
    simulation,
    control: settingOf(settings, "control") as ReplayControl,
  };
}

/** The error in settings; null if there is none. */
export function refusalOf(settings: Settings, workload: Workload): Refusal | null {
  try {
    runInputOf(settings, workload);
    return null;
  } catch (error) {
    if (error instanceof ConfigError) return { key: error.field.split(".")[0] ?? null, message: error.message };
    if (error instanceof ProfileError) return { key: "customProfile", message: error.message };
    if (error instanceof NarwhalError) return { key: null, message: error.message };
    throw error;
  }
}

function optionsOf(settings: Settings, source: "config" | "simulation"): Record<string, unknown> {
  const rows = SETTING_ROWS.filter((row) => row.source === source && row.key in settings && row.key !== "faults");
  return Object.fromEntries(rows.map(({ key }) => [key, numeric(settings[key])]));
}

/** Some settings take a word or a number. */
function numeric(value: unknown): unknown {
  return typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)) ? Number(value) : value;
}

function fleetOf(settings: Settings): ReplayEngine[] {
  const count = (key: "prefill" | "decode") => {
    const value = settingOf(settings, key);
    if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 255) return Number(value);
    throw new ConfigError(key, "must be a whole number of engines from 1 to 255", value);
  };
  const [prefill, decode] = [count("prefill"), count("decode")];
  const custom = String(settingOf(settings, "customProfile"));
  const profileId = String(settingOf(settings, "profile"));
  const decodeId = String(settingOf(settings, "decodeProfile"));
  const prefillProfile = profileOf(profileId, custom);
  const decodeProfile = decodeId === "same" ? prefillProfile : profileOf(decodeId, custom);
  return Array.from({ length: prefill + decode }, (_, index) => ({
    id: `engine-${index}`,
    role: index < prefill ? ("prefill" as const) : ("decode" as const),
    ...(index < prefill ? prefillProfile : decodeProfile),
  }));
}

/** `engine-1 60-120, engine-2 90-100`. */
function faultsOf(settings: Settings) {
  const text = String(settingOf(settings, "faults")).trim();
  if (text === "") return {};
  const faults = text.split(",").map((part) => {
    const [, engine, fromS, toS] = /^\s*(\S+)\s+([\d.]+)\s*-\s*([\d.]+)\s*$/.exec(part) ?? [];
    if (engine === undefined) throw new ConfigError("faults", "must be like `engine-1 60-120, engine-2 90-100`", text);
    return { engine, fromS: Number(fromS), toS: Number(toS) };
  });
  return { faults };
}
