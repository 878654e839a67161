import type * as v from "valibot";
import { DEFAULT_POLICY, DEFAULT_PROFILE, DEFAULT_SLO } from "../../src/cli/defaults";
import { SHIPPED_PROFILES } from "../../src/cli/shipped-profiles";
import { configSchema } from "../../src/config";
import { POLICIES } from "../../src/policies/policy-guard";
import { simulationSchema } from "../../src/simulation/simulation-options";

/** The value of a setting. */
export type SettingValue = number | boolean | string;

/** How a setting is entered. */
export type SettingKind =
  | { readonly type: "number"; readonly least: number | null; readonly most: number | null; readonly whole: boolean }
  | { readonly type: "flag" }
  | { readonly type: "choice"; readonly choices: readonly (readonly [value: string, label: string])[] }
  | { readonly type: "text"; readonly example: string };

/** One setting of a run. */
export interface SettingRow {
  /** Its name in the link, and in the configuration or the options that it belongs to. */
  readonly key: string;
  readonly source: "run" | "config" | "simulation";
  readonly label: string;
  readonly unit: string;
  readonly help: string;
  readonly fallback: SettingValue;
  readonly kind: SettingKind;
}

const PROFILES: readonly (readonly [string, string])[] = [
  ...Object.entries(SHIPPED_PROFILES),
  ["custom", "one of your own"],
];

const engines: SettingKind = { type: "number", least: 1, most: 255, whole: true };
const named = (...names: string[]): SettingKind => ({ type: "choice", choices: names.map((name) => [name, name]) });

/** Settings that no schema has. */
const RUN_ROWS: readonly SettingRow[] = [
  row("prefill", "Prefill engines", "", "engines that begin with the prefill role", 1, engines),
  row("decode", "Decode engines", "", "engines that begin with the decode role", 3, engines),
  row("profile", "Profile", "", "what an engine can do, as measured", DEFAULT_PROFILE, {
    type: "choice",
    choices: PROFILES,
  }),
  row("decodeProfile", "Profile of the decode engines", "", "of those that begin with the decode role", "same", {
    type: "choice",
    choices: [["same", "the same"], ...PROFILES],
  }),
  row("customProfile", "Profile of your own", "JSON", "a profile document, for `one of your own`", "", {
    type: "text",
    example: '{"ttft_a": 0, …}',
  }),
  row("control", "Controller", "", "may do nothing, propose moves, or make them", "on", named("on", "advisory", "off")),
  row("policy", "Policy", "", "what decides which split is best", DEFAULT_POLICY, named(...Object.keys(POLICIES))),
  row("urgent", "Urgent path", "", "decide at once when a waiting request will miss its TTFT", false, { type: "flag" }),
  row("whileUnavailable", "While an engine is down", "", "keep all roles, or rebalance the other engines", "hold", {
    type: "choice",
    choices: [
      ["hold", "hold"],
      ["rebalance", "rebalance"],
    ],
  }),
];

/** SLOs unless they are set. */
const REQUIRED: Readonly<Record<string, number>> = { ttftSloS: DEFAULT_SLO.ttftS, tpotSloS: DEFAULT_SLO.tpotS };

/** Fields that are settled elsewhere: by `control`, the workload, the configuration, the length of the trace. */
const ELSEWHERE = new Set([
  "config.advisory",
  ...["seed", "speed", "ttftSloS", "tpotSloS", "bucketS"].map((key) => `simulation.${key}`),
]);

function row(
  key: string,
  label: string,
  unit: string,
  help: string,
  fallback: SettingValue,
  kind: SettingKind,
): SettingRow {
  return { key, source: "run", label, unit, help, fallback, kind };
}

function rowsOf(source: "config" | "simulation", entries: Readonly<Record<string, unknown>>): SettingRow[] {
  return Object.entries(entries)
    .filter(([key]) => !ELSEWHERE.has(`${source}.${key}`))
    .map(([key, schema]) => rowOf(key, source, schema as Schema));
}

/** The parts of a schema of valibot that a row is made from. */
interface Schema {
  readonly type: string;
  readonly wrapped?: Schema;
  readonly default?: unknown;
  readonly pipe?: readonly Schema[];
  readonly options?: readonly unknown[];
  readonly requirement?: unknown;
  readonly metadata?: { readonly unit?: string };
  readonly description?: string;
}

function rowOf(key: string, source: SettingRow["source"], schema: Schema): SettingRow {
  const parts = partsOf(schema.wrapped ?? schema);
  const find = (type: string) => parts.find((part) => part.type === type);
  const fallback = schema.wrapped ? schema.default : REQUIRED[key];
  return {
    key,
    source,
    label: labelOf(key),
    unit: find("metadata")?.metadata?.unit ?? "",
    help: find("description")?.description ?? "",
    fallback: Array.isArray(fallback) ? "" : (fallback as SettingValue),
    kind: kindOf(key, parts),
  };
}

/** A schema and all that its pipes hold. */
function partsOf(schema: Schema): readonly Schema[] {
  return [schema, ...(schema.pipe ?? []).filter((part) => part !== schema).flatMap(partsOf)];
}

function kindOf(key: string, parts: readonly Schema[]): SettingKind {
  const requirement = (type: string) => {
    const found = parts.find((part) => part.type === type)?.requirement;
    return typeof found === "number" && Math.abs(found) < Number.MAX_SAFE_INTEGER ? found : null;
  };
  const type = parts[0]?.type as v.BaseSchema<unknown, unknown, never>["type"];
  if (type === "boolean") return { type: "flag" };
  if (type === "picklist") return named(...((parts[0]?.options ?? []) as string[]));
  if (type !== "number") return { type: "text", example: EXAMPLES[key] ?? "" };
  return {
    type: "number",
    least: requirement("min_value") ?? requirement("gt_value"),
    most: requirement("max_value"),
    whole: parts.some((part) => part.type === "integer"),
  };
}

const EXAMPLES: Readonly<Record<string, string>> = {
  requestedOutput: "exact, pow4, or tokens",
  faults: "engine-1 60-120, engine-2 90-100",
};

const TERMS: Readonly<Record<string, string>> = { ttft: "TTFT", tpot: "TPOT", slo: "SLO", kv: "KV", cv: "CV" };

/** `Evidence max span` of `evidenceMaxSpanS`: the unit stands elsewhere. */
function labelOf(key: string): string {
  const words = key.replace(/(?<=[a-z])S$/, "").split(/(?=[A-Z])/);
  const text = words.map((word) => TERMS[word.toLowerCase()] ?? word.toLowerCase()).join(" ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Every setting of a run: what a schema has becomes a row by itself. */
export const SETTING_ROWS: readonly SettingRow[] = [
  ...RUN_ROWS,
  ...rowsOf("config", configSchema.entries),
  ...rowsOf("simulation", simulationSchema.entries),
];

/** By their keys. */
export const ROW_OF: ReadonlyMap<string, SettingRow> = new Map(SETTING_ROWS.map((one) => [one.key, one]));
