import type { Engine, Resident } from "../fleet/engine";
import type { Accounts } from "../pool/accounts";
import type { EnginePart, MemberHeader, ShapeInFlight } from "./member-header";

/** The directive that a member has applied. */
export interface Applied {
  readonly epoch: number;
  readonly version: number;
}

/** State of a pool that is not kept in buckets, at `nowS`. It changes nothing but what has timed out. */
export function captureHeader(accounts: Accounts, nowS: number, applied: Applied, left: boolean): MemberHeader {
  const { accounting, fleet, controller, counter } = accounts;
  const { offers } = accounting;
  offers.expire(nowS);
  const { newFirstTokens, newLate } = fleet.learning?.signals.exportState() ?? { newFirstTokens: 0, newLate: 0 };
  const engines = fleet.engines.map((engine) => enginePart(engine, nowS));
  return {
    cutS: nowS,
    startedS: accounting.startedS,
    ...applied,
    left,
    offers: offers.counts(),
    pending: left ? 0 : offers.pending,
    ended: counter.counts(),
    engines: left ? engines.map(emptied) : engines,
    waiting: left ? [] : waitingShapes(fleet.waiting()),
    firstTokens: newFirstTokens,
    lateFirstTokens: newLate,
    newestRisk: controller.evidence.exportState().newestRisk,
    offeredWork: accounting.offeredWork?.exportState() ?? null,
  };
}

function enginePart(engine: Engine, nowS: number): EnginePart {
  const { id, available, pinned, decodeRequests, decodeTokens } = engine;
  const stalledS = engine.stalledGapS(nowS);
  return {
    id,
    available,
    pinned,
    ...engine.measured(nowS),
    prefill: [...engine.residents("prefill")].map(shapeOf),
    decodeRequests,
    decodeTokens,
    oldestTokenS: stalledS > 0 ? nowS - stalledS : null,
  };
}

function emptied(part: EnginePart): EnginePart {
  return { ...part, prefill: [], decodeRequests: 0, decodeTokens: 0, oldestTokenS: null };
}

function waitingShapes(queue: Iterable<Resident>): MemberHeader["waiting"] {
  return [...queue].map((request) => ({
    ...shapeOf(request),
    phase: request.nextPhase,
    arrivedS: request.arrivedS,
    outputTokens: request.outputTokens,
  }));
}

function shapeOf({ inputTokens, requestedOrOpen, prefillTokens }: Resident): ShapeInFlight {
  return {
    inputTokens: Math.max(0, inputTokens),
    requestedTokens: requestedOrOpen,
    prefillTokens: Math.max(0, prefillTokens),
  };
}
