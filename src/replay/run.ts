import type { EventHeap } from "./event-heap";
import type { Lifecycle } from "./lifecycle";
import type { SimulationOptions } from "./options";
import type { BucketSeries } from "./series";

/** What the parts of one simulation share. */
export interface Run {
  readonly options: SimulationOptions;
  readonly agenda: EventHeap;
  readonly series: BucketSeries;
  readonly lifecycle: Lifecycle;
}
