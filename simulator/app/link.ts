import { ROW_OF, type SettingRow, type SettingValue } from "./setting-rows";
import { DEFAULT_STATE, PACES, type Pace, type PageState, type Settings, type Workload, withValue } from "./settings";

/** The state of the page as the part of its address after `#`. What has its default is left out. */
export function linkOf({ workload, pace, a, b, decision }: PageState): string {
  const { workload: standard } = DEFAULT_STATE;
  const fields: [name: string, value: string][] = [];
  if (workload.trace !== standard.trace) fields.push(["trace", workload.trace]);
  if (workload.file) fields.push(["file", workload.file.name], ["sha256", workload.file.digest]);
  if (workload.load !== standard.load) fields.push(["load", String(workload.load)]);
  if (workload.seed !== standard.seed) fields.push(["seed", String(workload.seed)]);
  if (pace !== DEFAULT_STATE.pace) fields.push(["pace", String(pace)]);
  fields.push(...settingFields("a", a));
  if (b) fields.push(["compare", "1"], ...settingFields("b", b));
  if (decision) fields.push(["decision", decision]);
  return new URLSearchParams(fields).toString();
}

/** Reads what `linkOf` wrote. What it does not know, or cannot read, has its default. */
export function stateOf(link: string): PageState {
  const fields = new URLSearchParams(link);
  return {
    workload: workloadOf(fields),
    pace: paceOf(fields.get("pace")),
    a: settingsOf("a", fields),
    b: fields.get("compare") === "1" ? settingsOf("b", fields) : null,
    decision: /^[AB]\d+$/.test(fields.get("decision") ?? "") ? (fields.get("decision") as string) : "",
  };
}

/** Fields of a link that are not understood, and so have their defaults. */
export function unreadFields(link: string): readonly string[] {
  const known = new Set(new URLSearchParams(linkOf(stateOf(link))).keys());
  return [...new URLSearchParams(link)].flatMap(([name, value]) =>
    known.has(name) || isDefault(name, value) ? [] : [`${name}=${value}`],
  );
}

/** Whether a field that a link needs not have says what is so without it. */
function isDefault(name: string, value: string): boolean {
  const { workload, pace } = DEFAULT_STATE;
  const row = /^[ab]\./.test(name) ? ROW_OF.get(name.slice(2)) : undefined;
  if (row) return parseValue(row, value) === row.fallback;
  const standard: Readonly<Record<string, string>> = {
    trace: workload.trace,
    load: String(workload.load),
    seed: String(workload.seed),
    pace: String(pace),
    compare: "0",
    sha256: "",
  };
  return Object.hasOwn(standard, name) && standard[name] === value;
}

function settingFields(side: "a" | "b", settings: Settings): [string, string][] {
  return Object.entries(settings).map(([key, value]) => [`${side}.${key}`, String(value)]);
}

function workloadOf(fields: URLSearchParams): Workload {
  const { workload } = DEFAULT_STATE;
  const name = fields.get("file");
  const load = Number(fields.get("load") ?? workload.load);
  const seed = Number(fields.get("seed") ?? workload.seed);
  return {
    trace: fields.get("trace") ?? workload.trace,
    file: name === null ? null : { name, digest: fields.get("sha256") ?? "" },
    load: load > 0 && Number.isFinite(load) ? load : workload.load,
    seed: Number.isSafeInteger(seed) && seed >= 0 ? seed : workload.seed,
  };
}

function paceOf(text: string | null): Pace {
  return PACES.find(([pace]) => String(pace) === text)?.[0] ?? DEFAULT_STATE.pace;
}

function settingsOf(side: "a" | "b", fields: URLSearchParams): Settings {
  let settings: Settings = {};
  for (const [name, text] of fields) {
    const row = name.startsWith(`${side}.`) ? ROW_OF.get(name.slice(2)) : undefined;
    const value = row && parseValue(row, text);
    if (row && value !== undefined) settings = withValue(settings, row.key, value);
  }
  return settings;
}

/** A setting from its text; undefined: it cannot be read. */
export function parseValue({ kind }: SettingRow, text: string): SettingValue | undefined {
  switch (kind.type) {
    case "flag":
      return text === "true" ? true : text === "false" ? false : undefined;
    case "number":
      return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : undefined;
    case "choice":
      return kind.choices.some(([value]) => value === text) ? text : undefined;
    case "text":
      return text;
  }
}
