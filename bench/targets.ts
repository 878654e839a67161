import type { FigureKey } from "./figures";
import type { RatioKey } from "./ratios";

/** Bar of a figure or a ratio. */
interface Target {
  readonly most?: number;
  readonly least?: number;
  /** It is for a machine on which a call into the core takes 5 ns, and scales with that call. */
  readonly scales?: true;
}

const TARGETS: Partial<Record<FigureKey | RatioKey, Target>> = {
  record_50_ns: { most: 12 },
  record_1000_ns: { most: 20 },
  record_reprice_ns: { most: 25 },
  outcome_ns: { most: 10 },
  request_ns: { most: 150 },
  token_ns: { most: 40, scales: true },
  count_us: { most: 0.15 },
  evidence_us: { most: 0.3 },
  decide_idle_us: { most: 3 },
  decide_20_us: { most: 10 },
  decide_2000_us: { most: 60 },
  decide_profiles_us: { most: 500 },
  pass_us: { most: 50 },
  state_us: { most: 100 },
  binned_x: { most: 1.25 },
  record_flood_x: { most: 2 },
  request_flood_x: { most: 2 },
  five_pools_x: { most: 2 },
  replay_hour_s: { most: 1.5 },
  memory_bytes: { most: 8 * 2 ** 20 },
  create_ms: { most: 2 },
  wasm_bytes: { most: 16_384 },
  entry_gzip_bytes: { most: 30_000 },
  x_typed_js_50: { least: 1.5 },
  x_map_number_50: { least: 3.5 },
  x_map_string_50: { least: 7 },
};

/** A target as it stands on this machine, and whether a value meets it. */
export interface Judgement {
  readonly bound: "most" | "least";
  readonly target: number;
  readonly met: boolean;
}

/** Null: it has no target. */
export function judge(key: string, value: number, wasmCallNs: number): Judgement | null {
  const { most, least, scales } = TARGETS[key as FigureKey | RatioKey] ?? {};
  const scale = scales ? wasmCallNs / 5 : 1;
  if (most !== undefined) return { bound: "most", target: most * scale, met: value <= most * scale };
  if (least !== undefined) return { bound: "least", target: least * scale, met: value >= least * scale };
  return null;
}
