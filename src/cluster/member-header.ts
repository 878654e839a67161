import type { OfferedStatisticsState } from "../accounting/offered-work";
import type { OfferTotals } from "../accounting/offers";
import { TERMINAL_KINDS, type TerminalKind } from "../accounting/outcome";
import { MAX_TOKENS } from "../check";
import { MAX_ENGINES } from "../config";
import type { PrefillPriceState } from "../fleet/prefill-price";
import type { TokenGapsState } from "../fleet/token-gaps";
import { type Codec, checked, finite, flag, list, nullable, oneOf, record, text, whole } from "../handoff/codec";
import { gaps, price } from "../handoff/fleet-codec";
import { countsOf } from "../handoff/named-codec";
import { offeredWork } from "../handoff/offered-work-codec";
import type { Phase } from "../roles";
import { ROLES } from "../roles";

/** Requests that a header lists one by one, in each of its lists; a busier router is refused. */
export const MAX_LISTED = 16_384;

/** Requests that a header counts, in each of its counts. */
const MAX_REQUESTS = 65_536;

/** Lengths of a request in flight. */
export interface ShapeInFlight {
  readonly inputTokens: number;
  /** 0: open ended. */
  readonly requestedTokens: number;
  readonly prefillTokens: number;
}

/** A request that waits, in the order of the queue. */
export interface WaitingShape extends ShapeInFlight {
  readonly phase: Phase;
  readonly arrivedS: number;
  readonly outputTokens: number;
}

/** Residents of one router on an engine, and its measurements in the interval. */
export interface EnginePart {
  readonly id: string;
  readonly available: boolean;
  readonly pinned: boolean;
  readonly price: PrefillPriceState;
  readonly gaps: TokenGapsState;
  /** Its prefill residents, in order of dispatch. */
  readonly prefill: readonly ShapeInFlight[];
  readonly decodeRequests: number;
  readonly decodeTokens: number;
  /** Oldest last token of its decode residents, in seconds; null: none has had one there. */
  readonly oldestTokenS: number | null;
}

/** The state of a router that is not kept in buckets, as of a cut. */
export interface MemberHeader {
  readonly cutS: number;
  readonly startedS: number;
  /** The newest directive that it has applied; 0, 0: none. */
  readonly epoch: number;
  readonly version: number;
  /** It has left the cluster: nothing of it is in flight. */
  readonly left: boolean;
  readonly offers: OfferTotals;
  readonly pending: number;
  readonly ended: Readonly<Record<TerminalKind, number>>;
  readonly engines: readonly EnginePart[];
  readonly waiting: readonly WaitingShape[];
  /** First tokens of the interval, and the late ones of them. */
  readonly firstTokens: number;
  readonly lateFirstTokens: number;
  readonly newestRisk: { readonly kind: string; readonly atS: number } | null;
  /** Null where the policy reads none. */
  readonly offeredWork: OfferedStatisticsState | null;
}

const tokens = checked(whole, (count) => count <= MAX_TOKENS, `a length must be at most ${MAX_TOKENS}`);
const requests = checked(whole, (count) => count <= MAX_REQUESTS, `requests must be at most ${MAX_REQUESTS}`);
const lengths = { inputTokens: tokens, requestedTokens: tokens, prefillTokens: tokens };
const fits = (shape: ShapeInFlight) => shape.prefillTokens <= shape.inputTokens;
const RULE = "prefill must not work on more than the input";
const shape = checked(record<ShapeInFlight>(lengths), fits, RULE);
const waiting = checked(
  record<WaitingShape>({ ...lengths, phase: oneOf(ROLES), arrivedS: finite, outputTokens: tokens }),
  fits,
  RULE,
);

const engine = record<EnginePart>({
  id: text,
  available: flag,
  pinned: flag,
  price,
  gaps,
  prefill: list(shape, MAX_LISTED),
  decodeRequests: requests,
  decodeTokens: whole,
  oldestTokenS: nullable(finite),
});

/** How a header is written. */
export const memberHeader: Codec<MemberHeader> = record<MemberHeader>({
  cutS: finite,
  startedS: finite,
  epoch: whole,
  version: whole,
  left: flag,
  offers: record<OfferTotals>({ sized: whole, lost: whole, invalidUnsized: whole, timedOut: whole, late: whole }),
  pending: requests,
  ended: countsOf(TERMINAL_KINDS),
  engines: list(engine, MAX_ENGINES),
  waiting: list(waiting, MAX_LISTED),
  firstTokens: whole,
  lateFirstTokens: whole,
  newestRisk: nullable(record({ kind: text, atS: finite })),
  offeredWork: nullable(offeredWork),
});
