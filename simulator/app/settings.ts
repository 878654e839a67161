import { SETTING_ROWS, type SettingValue } from "./setting-rows";

/** Chosen values, by the keys of the rows; a setting that has its default is not in it. */
export type Settings = Readonly<Record<string, SettingValue>>;

/** The part that both runs share: the requests. */
export interface Workload {
  /** Id of a shipped trace, or `file`. */
  readonly trace: string;
  /** The user's own file: its name, and the digest that differs from others of that name. */
  readonly file: { readonly name: string; readonly digest: string } | null;
  readonly load: number;
  readonly seed: number;
}

/** How fast simulated time goes by: seconds a second, or as fast as possible. */
export type Pace = number | "max";

/** All that a link holds. */
export interface PageState {
  readonly workload: Workload;
  readonly pace: Pace;
  readonly a: Settings;
  /** null: there is one run only. */
  readonly b: Settings | null;
  /** The decision that is looked at, `A12` say; empty if none is. */
  readonly decision: string;
}

export const PACES: readonly (readonly [Pace, string])[] = [
  ["max", "as fast as possible"],
  [300, "300 × real time"],
  [60, "60 × real time"],
  [10, "10 × real time"],
  [1, "real time"],
];

export const DEFAULT_STATE: PageState = {
  workload: { trace: "azure-code-busiest2000", file: null, load: 1, seed: 1 },
  pace: "max",
  a: {},
  b: null,
  decision: "",
};

/** The value of a setting in force. */
export function settingOf(settings: Settings, key: string): SettingValue {
  const row = SETTING_ROWS.find((one) => one.key === key);
  if (!row) throw new RangeError(`no setting ${key}`);
  return settings[key] ?? row.fallback;
}

/** The settings with one changed; the default is left out again. */
export function withValue(settings: Settings, key: string, value: SettingValue): Settings {
  const row = SETTING_ROWS.find((one) => one.key === key);
  const others = Object.entries(settings).filter(([name]) => name !== key);
  return Object.fromEntries(value === row?.fallback ? others : [...others, [key, value]]);
}
