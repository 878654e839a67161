import type { ToleranceOf } from "./compare";
import type { Operation, VectorFile } from "./vector-file";

/** Applies one operation and gives what its expectation is compared with. */
export type Step = (operation: Operation) => unknown;

/** How the vectors of one kind are replayed. */
export interface Replayer {
  /** Starts from a file's header. */
  start(header: VectorFile["header"]): Step;
  /** What an operation expects; by default its `expect`, undefined for nothing. */
  expected?(operation: Operation): unknown;
  /** Tolerance of a field; by default that of full precision. */
  readonly toleranceOf?: ToleranceOf;
}
