import type { Attainment } from "../accounting/attainment";
import type { Decision } from "../decision/decision";
import { SnapshotError } from "../errors";
import type { PoolDemand } from "../pool/pool-demand";
import { ROLES, type Role } from "../roles";

/** Requests and tokens on an engine. */
export interface Residents {
  readonly prefillRequests: number;
  readonly decodeRequests: number;
  readonly decodeTokens: number;
}

/** The fleet as all routers together see it, as of a cut. */
export interface FleetView {
  /** The time that it was read as of, in seconds of the store's clock. */
  readonly cutS: number;
  readonly split: Readonly<Record<Role, number>>;
  readonly attainment: Attainment;
  readonly demand: PoolDemand;
  /** All requests on each engine. */
  readonly residents: Readonly<Record<string, Residents>>;
  /** The newest decisions, of this cut; empty: none was due. */
  readonly decisions: readonly Decision[];
  /** Members whose state was read: those that are heard of. */
  readonly members: number;
  /** Why no decision was made at this cut; null: nothing held it. */
  readonly held: string | null;
}

/** Message of the leader to all routers. */
export interface Directive {
  readonly epoch: number;
  readonly version: number;
  readonly leader: string;
  /** The publish of each member that it was made from. */
  readonly seqs: Readonly<Record<string, number>>;
  /** Members that are heard of. */
  readonly live: readonly string[];
  readonly roles: Readonly<Record<string, Role>>;
  readonly fleet: FleetView;
}

/** A directive as bytes. */
export function writeDirective(directive: Directive): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(directive));
}

/** A directive back. @throws SnapshotError for bytes that are no directive */
export function readDirective(bytes: Uint8Array): Directive {
  const directive = parsed(bytes) as Partial<Directive> | null;
  const isOne =
    typeof directive === "object" &&
    directive !== null &&
    Number.isSafeInteger(directive.epoch) &&
    Number.isSafeInteger(directive.version) &&
    typeof directive.fleet === "object" &&
    typeof directive.roles === "object" &&
    Object.values(directive.roles ?? { none: null }).every((role) => ROLES.includes(role as Role));
  if (!isOne) throw new SnapshotError("corrupted", "it is no directive");
  return directive as Directive;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}
