const real = new Float64Array(1);
const bits = new BigInt64Array(real.buffer);

/** The float that lies `ulps` floats above `value` (below, if negative). Zero counts as one float. */
export function nudge(value: number, ulps: number): number {
  real[0] = value + 0;
  const signed = bits[0] as bigint;
  const rank = signed < 0n ? MIN_RANK - signed : signed;
  const nudged = rank + BigInt(ulps);
  bits[0] = nudged < 0n ? MIN_RANK - nudged : nudged;
  return real[0] as number;
}

/** Floats order like their bits, the negative ones backwards from here. */
const MIN_RANK = -(2n ** 63n);
