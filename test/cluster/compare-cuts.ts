import { expect } from "vitest";
import { type Cut, essence, type Routers } from "./routers";

/** The cluster has decided as the one pool has, cut by cut. */
export function expectSameDecisions(cuts: readonly Cut[]): void {
  const of = (side: "cluster" | "one") => cuts.flatMap((cut) => cut[side].map(essence));
  expect(of("cluster")).toEqual(of("one"));
}

/** The merged account is the one pool's now: the counts to the unit, the demand to 1e-9. */
export function expectSameAccount({ one }: Routers, { fleet }: Cut): void {
  expect(fleet?.attainment).toEqual(one.attainment());
  const { prefillDemand, decodeDemand, arrivals } = one.demand();
  expect(fleet?.demand).toMatchObject({ arrivals });
  expect(fleet?.demand.prefillDemand).toBeCloseTo(prefillDemand as number, 9);
  expect(fleet?.demand.decodeDemand).toBeCloseTo(decodeDemand as number, 9);
}
