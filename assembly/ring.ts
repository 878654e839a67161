/** Bucket arithmetic: absolute indices from times, and slots of a ring from indices. */

/** Indices stay where f64 counts exactly; a time beyond that belongs to the outermost bucket. */
const INDEX_LIMIT: f64 = 9007199254740992;

/** floor(t / width): one f64 division, then floor (semantics, head of the page). */
export function indexOf(timeS: f64, widthS: f64): i64 {
  const index = floor<f64>(timeS / widthS);
  return <i64>min<f64>(max<f64>(index, -INDEX_LIMIT), INDEX_LIMIT);
}

/** The slot of an index in a ring of `slots` buckets; times before the origin too. */
export function slotOf(index: i64, slots: i32): i32 {
  const slot = <i32>(index % <i64>slots);
  return slot < 0 ? slot + slots : slot;
}

/**
 * Times from `innerStart` to before `innerEnd` surely lie in bucket `index`, without a division: the bucket's nominal
 * edges, drawn in by more than the rounding of t / width can be. Times nearer to an edge need the division.
 */
export function innerStart(index: i64, widthS: f64): f64 {
  return <f64>index * widthS + edge(index, widthS);
}

export function innerEnd(index: i64, widthS: f64): f64 {
  return <f64>(index + 1) * widthS - edge(index, widthS);
}

function edge(index: i64, widthS: f64): f64 {
  const ULPS = 8.881784197001252e-16; // 4 ulps of 1
  return (abs<f64>(<f64>index) + 1.0) * widthS * ULPS;
}
