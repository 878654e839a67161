const UNITS = { _ns: "ns", _us: "us", _ms: "ms", _s: "s", _bytes: "bytes" };

/** The unit that a figure's key ends in; ratios are named by what they compare. */
export function unitOf(key: string): string {
  const [, unit = "x"] = Object.entries(UNITS).find(([suffix]) => key.endsWith(suffix)) ?? [];
  return unit;
}

/** Nanoseconds in the unit of a figure that is timed call by call. */
export function fromNanoseconds(nanoseconds: number, key: string): number {
  return unitOf(key) === "us" ? nanoseconds / 1000 : nanoseconds;
}
