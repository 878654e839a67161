import { describe, expect, it } from "vitest";
import { anomaliesOf, poolAt0, view } from "./fixtures";
import { requestIn } from "./moves";

/** A strict pool whose engine "d" holds 2 prefill and 3 decode residents, the latter with a token each. */
function residents() {
  const { pool, clock } = poolAt0({ strict: true });
  const prefilling = ["sized", "sized"].map(() => requestIn("sized", pool));
  for (const request of prefilling) request.prefill("d");
  const decoding = ["streaming", "streaming", "streaming"].map(() => requestIn("streaming", pool));
  return { pool, clock, prefilling, decoding, handles: [...prefilling, ...decoding] };
}

describe("departed-engine", () => {
  it("gives the handles of its 5 residents, which are on no engine from then on", () => {
    const { pool, handles } = residents();
    expect(pool.removeEngine("d")).toEqual(handles);
    expect(handles.map(({ state, engine }) => [state, engine])).toEqual(handles.map(() => ["sized", null]));
  });

  it("is gone from the next snapshot, its residents too", () => {
    const { pool } = residents();
    expect(pool.decisionSnapshot()).toMatchObject({ prefillEngines: 1, decodeEngines: 1, residentDecodeRequests: 3 });
    pool.removeEngine("d");
    expect(pool.decisionSnapshot()).toMatchObject({
      prefillEngines: 1,
      decodeEngines: 0,
      residentPrefillS: 0,
      residentDecodeTokens: 0,
      residentDecodeRequests: 0,
      activeDecodeEngines: 0,
      pendingShapes: [],
    });
    expect(pool.state().fleet).toMatchObject({ prefill: 1, decode: 0, waiting: 0, engines: [{ id: "p" }] });
    expect(pool.state().requests).toMatchObject({ opened: 5, pending: 0, open: 5 });
    expect(pool.loads()).toEqual({ prefill: 0, decode: 0 });
  });

  it("fails no later event of theirs, not even in strict mode, and counts each", () => {
    const { pool, prefilling, decoding } = residents();
    pool.removeEngine("d");
    const before = view(pool);
    for (const request of prefilling) request.firstToken();
    for (const request of decoding) request.token();
    expect(view(pool)).toEqual({ ...before, anomalies: { ...before.anomalies, engine_removed: 5 } });
  });

  it("lets them be retried, and then a wrong move is wrong again", () => {
    const { pool, decoding } = residents();
    pool.removeEngine("d");
    const [request] = decoding;
    request?.retry();
    expect(request?.state).toBe("waiting");
    expect(() => request?.token()).toThrow(expect.objectContaining({ code: "ERR_NARWHAL_STATE", state: "waiting" }));
    request?.prefill("p");
    request?.firstToken();
    pool.addEngine({ id: "d2", role: "decode" });
    request?.decode("d2");
    request?.token(4);
    request?.complete();
    expect(pool.learned().outputs).toEqual([[1024, 4]]);
    expect(anomaliesOf(pool)).toEqual({ token: 1 });
  });

  it("lets them be dispatched again, wait, or end, each once", () => {
    const { pool, prefilling, decoding } = residents();
    pool.removeEngine("d");
    prefilling[0]?.prefill("p");
    expect(() => prefilling[0]?.token()).toThrow(expect.objectContaining({ operation: "token", state: "prefill" }));
    prefilling[1]?.wait();
    decoding[0]?.complete();
    decoding[1]?.fail();
    decoding[2]?.cancel();
    expect(pool.state()).toMatchObject({
      requests: { opened: 5, pending: 0, open: 2, completed: 1, failed: 1, cancelled: 1 },
      fleet: { waiting: 1, engines: [{ prefill_requests: 1, decode_requests: 0 }] },
    });
    expect(() => decoding[0]?.token()).toThrow(expect.objectContaining({ state: "completed" }));
  });

  it("is not known any more, until one of that name joins", () => {
    const { pool, prefilling } = residents();
    pool.removeEngine("d");
    const unknown = expect.objectContaining({ code: "ERR_NARWHAL_UNKNOWN_ENGINE" });
    expect(() => prefilling[0]?.prefill("d")).toThrow(unknown);
    expect(() => pool.removeEngine("d")).toThrow(unknown);
    expect(() => pool.setAvailable("d", true)).toThrow(unknown);
    expect(() => pool.setPinned("d", true)).toThrow(unknown);
    expect(() => pool.setProfile("d", null)).toThrow(unknown);
    pool.addEngine({ id: "d", role: "decode" });
    expect(pool.state().fleet.engines[1]).toMatchObject({ id: "d", prefill_requests: 0, decode_requests: 0 });
    prefilling[0]?.prefill("d");
    expect(prefilling[0]?.engine).toBe("d");
  });
});
