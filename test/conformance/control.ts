import { Accounting } from "../../src/accounting/accounting";
import type { Offer } from "../../src/accounting/offers";
import { type Clock, manualClock } from "../../src/clock";
import { Controller } from "../../src/control/controller";
import type { Decision } from "../../src/decision/decision";
import { decisionDocument } from "../../src/decision/decision-document";
import type { FleetRequest } from "../../src/fleet";
import { toWire } from "../../src/wire";
import { applyStep, type FleetReplay, type FleetStep, startFleet } from "../fleet/replay-steps";
import { EXACT, ROUNDED } from "./compare";
import { applyOffer, historyDocument } from "./demand";
import { movesDocument, pinEngines } from "./moves";
import { attainmentDocument } from "./outcomes";
import type { Replayer } from "./replayer";
import type { Operation, VectorFile } from "./vector-file";

/** control-*: everything together, decision by decision. */
export const controlReplayer: Replayer = {
  start(header) {
    const clock = manualClock(header.start);
    const account = startAccount(header, clock);
    return (operation) => {
      clock.set(operation.t);
      return applyOperation(account, operation);
    };
  },
  toleranceOf: (field) => (/^decisions|demand_evidence/.test(field) ? ROUNDED : EXACT),
};

/** The account and the fleet of a file, as they are before its first operation. */
export function startAccount(header: VectorFile["header"], clock: Clock): Account {
  const replay = startFleet(header as never);
  pinEngines(replay.tracker, header.engines);
  const accounting = new Accounting(replay.config, clock);
  const controller = new Controller(accounting, replay.tracker.fleet);
  return { replay, accounting, controller, offers: new Map() };
}

/** What a file is replayed on. */
export interface Account {
  readonly replay: FleetReplay;
  readonly accounting: Accounting;
  readonly controller: Controller;
  readonly offers: Map<number, Offer>;
}

/** Applies one operation and gives what its expectation is compared with. */
export function applyOperation(account: Account, operation: Operation): unknown {
  const { accounting, controller, replay, offers } = account;
  const { op, t } = operation;
  if (applyOffer(accounting, offers, operation)) return {};
  switch (op) {
    case "outcome":
      accounting.outcomes.record(operation.ttft_met, operation.tpot_met, t);
      return {};
    case "risk":
      controller.evidence.recordRisk(operation.kind, t);
      return {};
    case "arm": {
      const armed = controller.arm(requestOf(account, operation.id), t);
      return { armed, pending: controller.urgentEvents.pending };
    }
    case "urgent":
      if (operation.id !== undefined && operation.id !== null) controller.arm(requestOf(account, operation.id), t);
      return seen(account, controller.urgent(t), t);
    case "tick":
      return seen(account, controller.pass(t), t);
    case "end":
      return {
        decisions: Object.fromEntries(controller.counter.byResult),
        ...movesDocument(controller.moves.counts()),
        state: stateDocument(account, t),
      };
    default:
      applyStep(replay, operation as unknown as FleetStep);
      return {};
  }
}

function requestOf({ replay }: Account, id: number): FleetRequest {
  return replay.tracker.find(id) as FleetRequest;
}

function seen(account: Account, decisions: readonly Decision[], nowS: number): unknown {
  const { fleet } = account.replay.tracker;
  return {
    decisions: decisions.map(decisionDocument),
    roles: Object.fromEntries(fleet.engines.map(({ id, role }) => [id, role])),
    pending: account.controller.urgentEvents.pending,
    state: stateDocument(account, nowS),
  };
}

function stateDocument({ accounting, controller, replay }: Account, nowS: number): unknown {
  const { fleet } = replay.tracker;
  const { config } = accounting;
  return {
    attainment: attainmentDocument(accounting.outcomes),
    demand_history: historyDocument(accounting.history(nowS)),
    demand_evidence: {
      ...toWire(controller.readEvidence(nowS)),
      required_span_s: config.evidenceSpanS,
      required_arrivals: config.evidenceMinArrivals,
      max_span_s: config.evidenceMaxSpanS,
      risk_events: Object.fromEntries(controller.evidence.riskEvents),
    },
    loads: { prefill: fleet.poolLoad("prefill", nowS), decode: fleet.poolLoad("decode", nowS) },
    decode_corrections: Object.fromEntries(fleet.engines.map(({ id, correction }) => [id, correction])),
  };
}
