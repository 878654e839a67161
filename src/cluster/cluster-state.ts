/** How a member stands in its cluster. */
export interface ClusterState extends Readonly<MemberCounts> {
  readonly member: string;
  readonly name: string;
  /** Whether its clock is that of the store; before that it publishes nothing. */
  readonly joined: boolean;
  /** Who leads, null: nobody, or not known. */
  readonly leader: string | null;
  readonly leads: boolean;
  /** The directive that it follows; 0, 0: none yet. */
  readonly epoch: number;
  readonly version: number;
  /** Seconds since the cut of that directive. */
  readonly directiveAgeS: number | null;
  /** Members that its leader had heard of. */
  readonly members: number | null;
  /** Why its leader decided nothing; null: nothing held it. */
  readonly held: string | null;
  /** Members that have applied the newest moves, where it leads. */
  readonly acknowledged: { readonly applied: number; readonly of: number } | null;
  /** Seconds that the store's clock was ahead of the router's at the start. */
  readonly clockOffsetS: number | null;
  readonly publishes: number;
  /** Members that were late at a cut, and states that were refused, since it leads. */
  readonly late: number;
  readonly refused: number;
}

/** Counts of a member. */
export interface MemberCounts {
  /** Calls of the store that failed or took too long. */
  storeErrors: number;
  publishedBytes: number;
  /** Times that the store had lost what was published. */
  resends: number;
  takeovers: number;
  /** Directives that the store refused: another one led by then. */
  fenced: number;
  badDirectives: number;
}

/** All counts at 0. */
export function noCounts(): MemberCounts {
  return { storeErrors: 0, publishedBytes: 0, resends: 0, takeovers: 0, fenced: 0, badDirectives: 0 };
}
