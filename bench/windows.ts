import { type Clock, DemandWindow, type Shape } from "../src/index";
import { HostedWindow } from "./contestants/hosted-window";
import { MapWindow } from "./contestants/map-window";
import { TypedWindow } from "./contestants/typed-window";

/** What is timed of a demand window, be it the core's or a contestant's. */
export interface TimedWindow {
  add(shape: Shape, atS?: number): number;
  replace(cell: number, atS: number, shape: Shape): number;
  count(sinceS: number): number;
}

export type WindowOf = (clock: Clock) => TimedWindow;

/** A window of the defaults. */
export const SPEC = { retainedS: 120, bucketS: 1, maxShapes: 128 };

export const core = (clock: Clock) => new DemandWindow({ ...SPEC, clock });

export const typed: WindowOf = (clock) => new HostedWindow(new TypedWindow(SPEC, clock.now()), clock);

export const mapByNumber: WindowOf = (clock) => new HostedWindow(new MapWindow(SPEC, clock.now(), (a) => a), clock);

export const mapByString: WindowOf = (clock) =>
  new HostedWindow(new MapWindow(SPEC, clock.now(), (a, b, c) => `${a},${b},${c}`), clock);
