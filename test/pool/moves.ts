import type { Pool } from "../../src/pool/pool";
import type { RequestHandle } from "../../src/pool/request";
import type { HandleState } from "../../src/pool/request-options";

/** Every move of a handle, with arguments that are right. */
export const MOVES = {
  size: (request) => request.size(1000, 50),
  reprice: (request) => request.reprice(1100, 60),
  wait: (request) => request.wait(),
  prefill: (request) => request.prefill("p"),
  firstToken: (request) => request.firstToken(),
  decode: (request) => request.decode("d"),
  token: (request) => request.token(),
  retry: (request) => request.retry(),
  complete: (request) => request.complete(),
  fail: (request) => request.fail(),
  expire: (request) => request.expire(),
  refuse: (request) => request.refuse(),
  reject: (request) => request.reject(),
  cancel: (request) => request.cancel(),
  invalid: (request) => request.invalid(),
} satisfies Record<string, (request: RequestHandle) => void>;

export type Move = keyof typeof MOVES;

/** The moves that end a request, and what they make of it. */
export const ENDS = {
  complete: "completed",
  fail: "failed",
  expire: "expired",
  refuse: "refused",
  reject: "rejected",
  cancel: "cancelled",
  invalid: "invalid",
} as const satisfies Partial<Record<Move, HandleState>>;

/** Every situation that a request can be in, and the moves that lead there. */
export const SITUATIONS = {
  pending: [],
  "streaming unsized": ["firstToken", "token"],
  sized: ["size"],
  "streaming on no engine": ["size", "firstToken", "token"],
  waiting: ["size", "wait"],
  prefill: ["size", "prefill"],
  "in transit": ["size", "prefill", "firstToken"],
  "waiting for decode": ["size", "prefill", "firstToken", "wait"],
  decode: ["size", "prefill", "firstToken", "decode"],
  streaming: ["size", "prefill", "firstToken", "decode", "token"],
  "to be retried": ["size", "prefill", "firstToken", "retry"],
  completed: ["complete"],
  failed: ["size", "fail"],
  expired: ["size", "wait", "expire"],
  refused: ["refuse"],
  rejected: ["size", "reject"],
  cancelled: ["size", "prefill", "cancel"],
  invalid: ["invalid"],
} as const satisfies Record<string, readonly Move[]>;

export type Situation = keyof typeof SITUATIONS;

/** Opens a request and brings it into a situation. */
export function requestIn(situation: Situation, pool: Pool): RequestHandle {
  const request = pool.open();
  for (const move of SITUATIONS[situation]) MOVES[move](request);
  return request;
}

const NOT_ENDED = (Object.keys(SITUATIONS) as Situation[]).filter((name) =>
  SITUATIONS[name].every((m) => !(m in ENDS)),
);
const SIZED = NOT_ENDED.filter((name) => SITUATIONS[name].some((move) => move === "size"));
const PREFILLED: readonly Situation[] = [
  "streaming on no engine",
  "in transit",
  "waiting for decode",
  "decode",
  "streaming",
];

/** The situations in which a move is allowed. In all others it is wrong. */
export const ALLOWED: Readonly<Record<Move, readonly Situation[]>> = {
  size: ["pending", "streaming unsized"],
  reprice: SIZED,
  wait: SIZED,
  prefill: SIZED.filter((name) => !PREFILLED.includes(name)),
  firstToken: ["pending", "sized", "waiting", "prefill"],
  decode: PREFILLED,
  token: ["streaming unsized", "streaming on no engine", "decode", "streaming"],
  retry: NOT_ENDED,
  complete: NOT_ENDED,
  fail: NOT_ENDED,
  expire: NOT_ENDED,
  refuse: NOT_ENDED,
  reject: NOT_ENDED,
  cancel: NOT_ENDED,
  invalid: NOT_ENDED,
};

const EVERY_SITUATION = Object.keys(SITUATIONS) as Situation[];

/** Pairs of a move and a situation, allowed ones or wrong ones. */
export function pairs(allowed: boolean): { move: Move; situation: Situation }[] {
  return (Object.keys(MOVES) as Move[]).flatMap((move) =>
    EVERY_SITUATION.filter((situation) => ALLOWED[move].includes(situation) === allowed).map((situation) => ({
      move,
      situation,
    })),
  );
}
