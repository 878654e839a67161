import type { ReplayInput } from "../../src/replay";

/** A way in which fleets and routers differ: all contestants run all scenarios with it. */
export interface Axis {
  readonly name: string;
  readonly simulation: NonNullable<ReplayInput["simulation"]>;
}

const LANE = { lateLane: true, prefillSlots: 1 };

/** All of them; the first one is the fleet of the scenarios. */
export const AXES: readonly Axis[] = [
  { name: "first come, first served", simulation: {} },
  { name: "door", simulation: { refuse: true } },
  { name: "late lane", simulation: LANE },
  { name: "late lane and door", simulation: { ...LANE, refuse: true } },
  { name: "moves by drain", simulation: { moveMode: "drain" } },
  { name: "moves by restart, 30 s", simulation: { moveMode: "offline", restartS: 30 } },
  { name: "KV link of 20 us a token", simulation: { transferQueue: true, transferPerTokenS: 2e-5 } },
  { name: "KV link of 300 us a token", simulation: { transferQueue: true, transferPerTokenS: 3e-4 } },
];

/** Places of axes that targets speak of. */
export const LATE_LANE = AXES.findIndex(({ name }) => name === "late lane");
export const SLOW_LINK = AXES.findIndex(({ name }) => name === "KV link of 300 us a token");
