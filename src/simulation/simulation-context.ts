import type { EventHeap } from "./event-heap";
import type { Lifecycle } from "./lifecycle";
import type { BucketSeries } from "./series";
import type { SimulationOptions } from "./simulation-options";

/** What the parts of one simulation share. */
export interface SimulationContext {
  readonly options: SimulationOptions;
  readonly agenda: EventHeap;
  readonly series: BucketSeries;
  readonly lifecycle: Lifecycle;
}
