import type { Clock } from "../src/index";
import { DemandWindow, type Shape } from "../src/parts";
import { HostedWindow } from "./contestants/hosted-window";
import { MapWindow } from "./contestants/map-window";
import { PricedAccount } from "./contestants/priced-account";
import { TypedWindow } from "./contestants/typed-window";

/** Calls of a demand window that are timed, be it the core's or a contestant's. */
export interface TimedWindow {
  add(shape: Shape, atS?: number): number;
  replace(cell: number, atS: number, shape: Shape): number;
  count(sinceS: number): number;
}

export type WindowOf = (clock: Clock) => TimedWindow;

/** A window of the defaults. */
export const SPEC = { retainedS: 120, bucketS: 1, maxShapes: 128 };

export const core = (clock: Clock) => new DemandWindow({ ...SPEC, clock });

/** The same with the bins of a busy router's arrivals. */
export const binned: WindowOf = (clock) => new DemandWindow({ ...SPEC, bins: 2 * SPEC.maxShapes, clock });

export const typed: WindowOf = (clock) => new HostedWindow(new TypedWindow(SPEC, clock.now()), clock);

export const mapByNumber: WindowOf = (clock) => new HostedWindow(new MapWindow(SPEC, clock.now(), (a) => a), clock);

export const mapByString: WindowOf = (clock) => new HostedWindow(new MapWindow(SPEC, clock.now(), textOf), clock);

export type AccountOf = (stepS: number, startS: number) => PricedAccount;

/** The same windows in pairs, arrivals and expected decode work, that are priced. */
export const typedAccount: AccountOf = (stepS, startS) =>
  new PricedAccount(new TypedWindow(SPEC, startS), new TypedWindow(SPEC, startS), stepS, startS);

export const mapByNumberAccount: AccountOf = (stepS, startS) =>
  new PricedAccount(new MapWindow(SPEC, startS, (a) => a), new MapWindow(SPEC, startS, numberOf), stepS, startS);

export const mapByStringAccount: AccountOf = (stepS, startS) =>
  new PricedAccount(new MapWindow(SPEC, startS, textOf), new MapWindow(SPEC, startS, textOf), stepS, startS);

/** Two lengths as one number: exact for all inputs and up to 2^21 - 1 requested tokens. */
export function numberOf(a: number, b: number): number {
  return a * 2 ** 21 + b;
}

function textOf(a: number, b: number, c: number): string {
  return `${a},${b},${c}`;
}
