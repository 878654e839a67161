import { Accounting, type DemandHistory } from "../../src/accounting/accounting";
import type { Demand } from "../../src/accounting/demand";
import type { WindowSummary } from "../../src/accounting/demand-window";
import type { Offer } from "../../src/accounting/offers";
import { ProfileSet } from "../../src/accounting/profile-set";
import { configFromJson, manualClock, profileFromJson } from "../../src/index";
import type { Replayer } from "./replayer";
import type { Operation } from "./vector-file";

/** demand-*: offers and completions, and what they are priced at. */
export const demandReplayer: Replayer = {
  start(header) {
    const clock = manualClock(header.start);
    const config = configFromJson(header.config);
    const accounting = new Accounting(config, clock);
    const profiles = new ProfileSet(
      header.profiles.map((profile: { iid: string }) => profileFromJson(profile, profile.iid)),
    );
    const offers = new Map<number, Offer>();
    return (operation) => {
      clock.set(operation.t);
      if (applyOffer(accounting, offers, operation)) return {};
      const learned = accounting.learned(operation.t);
      const price = (horizonS: number) => demandDocument(accounting.price(operation.t, horizonS, profiles, 1));
      return {
        window: price(config.windowS),
        short: price(config.evidenceSpanS),
        learned: { ratios: learned.ratios, outputs: learned.outputs },
        expected_output: operation.expect
          ? (operation.expect as { expected_output: [number, number, number][] }).expected_output.map(
              ([input, requested]) => [input, requested, accounting.expectedOutput(input, requested)],
            )
          : [],
        demand_history: historyDocument(accounting.history(operation.t)),
      };
    };
  },
};

/** Applies an operation on offers or completions; false if it is another one. */
export function applyOffer(accounting: Accounting, offers: Map<number, Offer>, operation: Operation): boolean {
  const { op, t, id, input, requested } = operation;
  const known = () => offers.get(id) as Offer;
  switch (op) {
    case "offer":
      offers.set(id, accounting.offers.open(t));
      return true;
    case "offer_sized":
      accounting.offers.size(known(), t, input, requested);
      return true;
    case "offer_repriced":
      accounting.offers.reprice(known(), t, input, requested);
      return true;
    case "offer_lost":
      accounting.offers.lose(known(), t);
      return true;
    case "completed":
      accounting.complete(input, requested, operation.observed, t);
      return true;
    default:
      return false;
  }
}

/** The five windows in their names on the wire. */
export function historyDocument(history: DemandHistory): Record<string, unknown> {
  return {
    arrivals: summaryDocument(history.arrivals),
    expected_decode: summaryDocument(history.expectedDecode),
    observed_decode: summaryDocument(history.observedDecode),
    residency: summaryDocument(history.residency),
    unsized: { ...summaryDocument(history.unsized), pending: history.pending },
  };
}

/** A window's summary in its names on the wire. */
export function summaryDocument(summary: WindowSummary): Record<string, number> {
  return {
    bucket_s: summary.bucketS,
    retained_s: summary.retainedS,
    cell_limit: summary.cellLimit,
    cells: summary.cells,
    observations: summary.observations,
    overflow_observations: summary.overflowObservations,
  };
}

function demandDocument(demand: Demand): Record<string, unknown> {
  return {
    prefill_engines: demand.prefillDemand,
    decode_engines: demand.decodeDemand,
    arrivals: demand.arrivals,
    output_observations: demand.outputObservations,
    complete: demand.complete,
  };
}
