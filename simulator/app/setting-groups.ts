import { SETTING_ROWS, type SettingRow } from "./setting-rows";

/** Settings that stand together. */
export interface SettingGroup {
  readonly title: string;
  readonly rows: readonly SettingRow[];
  /** Shown from the start. */
  readonly open: boolean;
}

/** Which settings stand where. What no group names stands in the last group of its kind. */
const GROUPS: readonly (readonly [title: string, open: boolean, keys: string])[] = [
  ["Fleet", true, "prefill decode profile decodeProfile customProfile"],
  ["SLOs", true, "ttftSloS tpotSloS"],
  ["Controller", true, "control policy urgent whileUnavailable stepS confirmations cooldownS"],
  [
    "Pressure and margins",
    false,
    "movementMargin expand shrink sustainedIntervals panicRatio dwellS flipResidentGuard",
  ],
  ["Floors and least traffic", false, "minPrefill minDecode minArrivals demandFloor"],
  ["Evidence", false, "evidenceSpanS evidenceMaxSpanS evidenceMinArrivals demandRiseTolerance"],
  [
    "Accounting",
    false,
    "windowS monitorIntervalS maxShapes overflow unsizedTolerance offerTimeoutS maxFutureS utilization maxMemoryBytes",
  ],
];

const LAST_GROUPS: readonly (readonly [title: string, source: SettingRow["source"]])[] = [
  ["Other controller settings", "config"],
  ["Simulated fleet", "simulation"],
];

/** All groups, each setting in one of them. */
export const SETTING_GROUPS: readonly SettingGroup[] = groupsOf(SETTING_ROWS);

function groupsOf(all: readonly SettingRow[]): SettingGroup[] {
  const named = GROUPS.map(([title, open, keys]) => {
    const rows = keys.split(" ").flatMap((key) => all.filter((row) => row.key === key));
    return { title, open, rows };
  });
  const placed = new Set(named.flatMap(({ rows }) => rows));
  const others = LAST_GROUPS.map(([title, source]) => {
    return { title, open: false, rows: all.filter((row) => row.source === source && !placed.has(row)) };
  });
  return [...named, ...others].filter(({ rows }) => rows.length > 0);
}
