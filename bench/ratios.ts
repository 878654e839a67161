import type { FigureKey } from "./figures";

/** How many times longer the first of two figures takes than the second. */
export const RATIOS = {
  five_pools_x: ["five_pools_ns", "one_pool_ns"],
  binned_x: ["record_1000_binned_ns", "record_1000_ns"],
  record_flood_x: ["record_flood_ns", "record_new_ns"],
  request_flood_x: ["request_flood_ns", "request_new_ns"],
  x_typed_js_50: ["typed_js_50_ns", "record_50_ns"],
  x_map_number_50: ["map_number_50_ns", "record_50_ns"],
  x_map_string_50: ["map_string_50_ns", "record_50_ns"],
  x_typed_js_reprice: ["typed_js_reprice_ns", "record_reprice_ns"],
  x_map_number_reprice: ["map_number_reprice_ns", "record_reprice_ns"],
  x_map_string_reprice: ["map_string_reprice_ns", "record_reprice_ns"],
  x_typed_js_count: ["typed_js_count_us", "count_us"],
  x_map_number_count: ["map_number_count_us", "count_us"],
  x_map_string_count: ["map_string_count_us", "count_us"],
  x_typed_js_price: ["typed_js_price_us", "price_us"],
  x_map_number_price: ["map_number_price_us", "price_us"],
  x_map_string_price: ["map_string_price_us", "price_us"],
  x_opossum: ["opossum_ns", "record_50_ns"],
  x_hdr_histogram: ["hdr_histogram_ns", "record_50_ns"],
  x_prom_client: ["prom_client_ns", "record_50_ns"],
  x_cockatiel: ["cockatiel_ns", "record_50_ns"],
} as const satisfies Readonly<Record<string, readonly [FigureKey, FigureKey]>>;

export type RatioKey = keyof typeof RATIOS;
