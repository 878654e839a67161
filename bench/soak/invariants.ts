import type { StateDocument } from "../../src/index";
import { checkConservation } from "../../src/schema-entry";
import type { Ends } from "./traffic";

/** The traffic's own books: of a pool that goes on from another, its ends only. */
export interface Books {
  readonly ends: Ends;
  readonly opened?: number;
  readonly inFlight?: number;
}

/** Broken invariants of a state: sums that do not add up, books that differ, calls and rows that failed. */
export function breachesOf(state: StateDocument, { ends, opened, inFlight }: Books): string[] {
  const { requests, anomalies, journal } = state;
  const sums = checkConservation(state).map(({ rule, left, right }) => `${rule}: ${left} is not ${right}`);
  const differs = (name: string, count: number | null, wanted: number) =>
    count === wanted ? [] : [`${name} is ${count}, the books say ${wanted}`];
  return [
    ...sums,
    ...Object.entries(ends).flatMap(([kind, count]) => differs(kind, requests[kind as keyof Ends], count)),
    ...(opened === undefined ? [] : differs("opened", requests.opened, opened)),
    ...(inFlight === undefined ? [] : differs("in flight", (requests.pending ?? 0) + (requests.open ?? 0), inFlight)),
    ...Object.entries(anomalies).flatMap(([kind, count]) => differs(`anomaly ${kind}`, count, 0)),
    ...differs("failed rows of the journal", journal?.failed ?? 0, 0),
  ];
}
