import type { Tolerance } from "./compare";
import type { Operation, VectorFile } from "./vector-file";

/** Applies one operation and gives what its `expect` is compared with. */
export type Step = (operation: Operation) => unknown;

/** Starts from a file's header. Each kind of vector has one. */
export type Replayer = ((header: VectorFile["header"]) => Step) & {
  /** Tolerance of a field other than the default. */
  readonly toleranceOf?: (field: string) => Tolerance | null;
};
