import { bucketWidthS, type Config } from "../config";
import { SnapshotError } from "../errors";
import { type Codec, finite, record, whole } from "./codec";

/** Settings that decide which buckets and cells a pool's windows have: they must be the same on both sides. */
export interface WindowBounds {
  readonly windowS: number;
  readonly bucketS: number;
  readonly maxShapes: number;
  /** 1: shapes beyond them go to bins. */
  readonly binned: number;
  readonly monitorIntervalS: number;
}

/** How the bounds are written. */
export const windowBounds: Codec<WindowBounds> = record<WindowBounds>({
  windowS: finite,
  bucketS: finite,
  maxShapes: whole,
  binned: whole,
  monitorIntervalS: finite,
});

/** The bounds of a configuration. */
export function boundsOf(config: Config): WindowBounds {
  const { windowS, maxShapes, overflow, monitorIntervalS } = config;
  return { windowS, bucketS: bucketWidthS(config), maxShapes, binned: overflow === "binned" ? 1 : 0, monitorIntervalS };
}

const NAMES: Readonly<Record<keyof WindowBounds, string>> = {
  windowS: "windowS",
  bucketS: "the bucket width, min(1, stepS, evidenceSpanS),",
  maxShapes: "maxShapes",
  binned: "overflow (1: binned)",
  monitorIntervalS: "monitorIntervalS",
};

/** @throws SnapshotError unless windows of the one bounds fit windows of the other */
export function checkBounds(theirs: WindowBounds, ours: WindowBounds): void {
  for (const [field, name] of Object.entries(NAMES) as [keyof WindowBounds, string][]) {
    if (theirs[field] === ours[field]) continue;
    throw new SnapshotError("incompatible", `${name} is ${theirs[field]} there and ${ours[field]} here`);
  }
}
