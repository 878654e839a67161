/** Resolution of a trace's times: 100 ns, the 7 fractional digits of .NET. */
export const TICKS_PER_S = 1e7;

/** A time on the scale of the Unix epoch, in two whole numbers: f64 seconds would lose the last digits. */
export interface Timestamp {
  readonly wholeS: number;
  /** 0 .. 9,999,999 ticks of 100 ns. */
  readonly ticks: number;
}

const PATTERN = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.(\d{1,7}))?(?:Z|([+-])(\d{2}):(\d{2}))?$/;

/** Reads `2023-11-16 18:15:46.6805900`, in UTC unless `Z` or an offset follows; undefined if it is no such time. */
export function parseTimestamp(text: string): Timestamp | undefined {
  const match = PATTERN.exec(text);
  if (!match) return undefined;
  const [, date, time, fraction = "", sign, offsetHours, offsetMinutes] = match;
  const iso = `${date}T${time}.000Z`;
  const epochMs = Date.parse(iso);
  // Date.parse takes 24:00 and, in some engines, 30 February for the day after: what it read must be what was given.
  if (Number.isNaN(epochMs) || new Date(epochMs).toISOString() !== iso) return undefined;
  const offsetS = Number(offsetHours ?? 0) * 3600 + Number(offsetMinutes ?? 0) * 60;
  return {
    wholeS: epochMs / 1000 - (sign === "-" ? -offsetS : offsetS),
    ticks: Number(fraction.padEnd(7, "0")),
  };
}
