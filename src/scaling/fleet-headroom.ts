/** Load of one phase and its standard deviation, in engines. */
export interface PhaseNeed {
  readonly load: number;
  readonly spread: number;
}

/** Loads of both phases. */
export interface FleetNeed {
  readonly prefill: PhaseNeed;
  readonly decode: PhaseNeed;
}

/** Least engines of a phase that keep its load with so many standard deviations to spare. */
export function enginesFor({ load, spread }: PhaseNeed, spreads: number): number {
  return Math.ceil(load + spreads * spread - ROUNDING);
}

/** A load that is a whole number of engines but for rounding needs no further one. */
const ROUNDING = 1e-9;

/**
 * Headroom of a fleet in its best split: spare engines of the tighter phase, in standard deviations of its load. It
 * rises with every engine, and is below 0 where a phase has more load than engines.
 */
export function fleetHeadroom(need: FleetNeed, engines: number): number {
  const prefill = bestPrefill(need, engines);
  return Math.min(spareOf(need.prefill, prefill), spareOf(need.decode, engines - prefill));
}

/** Prefill engines of the split whose tighter phase has the most to spare; of equals the fewest. */
export function bestPrefill({ prefill, decode }: FleetNeed, engines: number): number {
  // Both phases have the same to spare at this fraction of an engine: the best whole number is beside it.
  const even =
    (prefill.load * decode.spread + (engines - decode.load) * prefill.spread) / (prefill.spread + decode.spread);
  const below = Math.min(engines, Math.max(0, Math.floor(even)));
  const above = Math.min(engines, below + 1);
  const tighter = (split: number) => Math.min(spareOf(prefill, split), spareOf(decode, engines - split));
  return tighter(above) > tighter(below) ? above : below;
}

function spareOf({ load, spread }: PhaseNeed, engines: number): number {
  return (engines - load) / spread;
}
