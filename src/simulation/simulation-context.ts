import type { EventHeap } from "./event-heap";
import type { Lifecycle } from "./lifecycle";
import type { BucketSeries } from "./series";
import type { SimulationOptions } from "./simulation-options";

/** Parts that one simulation shares. */
export interface SimulationContext {
  readonly options: SimulationOptions;
  readonly agenda: EventHeap;
  readonly series: BucketSeries;
  readonly lifecycle: Lifecycle;
}
