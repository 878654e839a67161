/** Units that the timestamps of a trace may have. */
export const TIMESTAMP_UNITS = ["s", "ms", "us", "ns"] as const;

/** A unit of timestamps. */
export type TimestampUnit = (typeof TIMESTAMP_UNITS)[number];

/** How many of them a second has. */
export const UNITS_PER_S: Readonly<Record<TimestampUnit, number>> = { s: 1, ms: 1e3, us: 1e6, ns: 1e9 };
