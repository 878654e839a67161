import { describe, expect, it } from "vitest";
import { StateError } from "../../src/errors";
import type { AnomalyKind } from "../../src/pool/anomalies";
import { poolAt0, view } from "./fixtures";
import { ENDS, MOVES, type Move, pairs, requestIn } from "./moves";

/** What a wrong move counts as. */
function kindOf(move: Move): AnomalyKind {
  if (move in ENDS) return "end";
  return move === "firstToken" ? "first_token" : (move as AnomalyKind);
}

describe("a wrong move", () => {
  it.each(pairs(false))("$move of a request that is $situation changes nothing but one count", (pair) => {
    const { pool, clock } = poolAt0();
    const request = requestIn(pair.situation, pool);
    clock.advance(0.5);
    const { state, engine } = request;
    const before = view(pool);
    MOVES[pair.move](request);
    const kind = kindOf(pair.move);
    expect(view(pool)).toEqual({ ...before, anomalies: { ...before.anomalies, [kind]: 1 } });
    expect([request.state, request.engine]).toEqual([state, engine]);
  });

  it.each(pairs(false))("$move of a request that is $situation throws in strict mode", (pair) => {
    const { pool, clock } = poolAt0({ strict: true });
    const request = requestIn(pair.situation, pool);
    clock.advance(0.5);
    const { state } = request;
    const before = view(pool);
    const kind = kindOf(pair.move);
    const wanted = { code: "ERR_NARWHAL_STATE", operation: kind, state };
    expect(() => MOVES[pair.move](request)).toThrow(expect.objectContaining(wanted));
    expect(() => MOVES[pair.move](request)).toThrow(StateError);
    expect(() => MOVES[pair.move](request)).toThrow(`${kind} is not possible: the request is ${state}`);
    expect(view(pool)).toEqual({ ...before, anomalies: { ...before.anomalies, [kind]: 3 } });
  });
});
