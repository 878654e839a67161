import { describe, expect, test } from "vitest";
import { ANOMALY_KINDS, createPoolSync, manualClock, type RequestHandle, StateError } from "../../src/index";
import { codes, read, table } from "./markdown";

const page = read("docs/requests.md");

/** Brings a handle of a strict pool to each of its states. */
const SITUATIONS: Readonly<Record<string, (request: RequestHandle) => void>> = {
  pending: () => {},
  sized: (request) => request.size(100, 10),
  waiting: (request) => after("sized", request).wait(),
  prefill: (request) => after("sized", request).prefill("p"),
  "sized, after its first token": (request) => after("prefill", request).firstToken(),
  "waiting, after its first token": (request) => after("sized, after its first token", request).wait(),
  decode: (request) => after("sized, after its first token", request).decode("d"),
  completed: (request) => after("decode", request).complete(),
};

const CALLS: Readonly<Record<string, (request: RequestHandle) => void>> = {
  size: (request) => request.size(100, 10),
  reprice: (request) => request.reprice(120),
  wait: (request) => request.wait(),
  prefill: (request) => request.prefill("p"),
  firstToken: (request) => request.firstToken(),
  decode: (request) => request.decode("d"),
  token: (request) => request.token(),
  retry: (request) => request.retry(),
  "an end": (request) => request.fail(),
};

function after(situation: string, request: RequestHandle): RequestHandle {
  SITUATIONS[situation]?.(request);
  return request;
}

function handleIn(situation: string): RequestHandle {
  const engines = [
    { id: "p", role: "prefill" },
    { id: "d", role: "decode" },
  ] as const;
  const pool = createPoolSync({ slo: { ttftS: 1, tpotS: 0.05 }, engines, clock: manualClock(0), strict: true });
  const request = pool.open();
  // A handle that has never been dispatched may leave steps out: the table is of those that are.
  if (situation.startsWith("waiting") || situation.startsWith("sized")) SITUATIONS[situation]?.(request);
  else after(situation, request);
  return request;
}

/** The state that the table promises after a call, null if the call is not allowed. */
function promisedState(row: readonly string[], situation: string): readonly string[] | null {
  const [, allowed = "", then = ""] = row;
  const [state = ""] = situation.split(",");
  const hasFirstToken = situation === "decode" || situation.endsWith("after its first token");
  if (!codes(allowed).includes(state)) return null;
  if (allowed.includes("before its first token") && hasFirstToken) return null;
  if (allowed.includes("after its first token") && !hasFirstToken) return null;
  if (then === "as before") return [state];
  return then === "the end's name" ? ["failed"] : codes(then);
}

describe("the table of a handle's calls", () => {
  const rows = table(page, "Handles");
  const nameOf = (row: readonly string[]) => codes(row[0] ?? "")[0] ?? row[0] ?? "";

  test("has every call", () => {
    expect(rows.map(nameOf)).toEqual(Object.keys(CALLS));
  });

  test.each(Object.keys(SITUATIONS))("holds in %s", (situation) => {
    for (const row of rows) {
      const request = handleIn(situation);
      const call = () => CALLS[nameOf(row)]?.(request);
      const states = promisedState(row, situation);
      // Before its first dispatch a handle may have its first token: that is said below the table.
      const undispatched = ["pending", "sized", "waiting"].includes(situation) && nameOf(row) === "firstToken";
      if (states === null && !undispatched) expect(call, `${nameOf(row)} in ${situation}`).toThrow(StateError);
      if (states === null) continue;
      call();
      expect(states, `${nameOf(row)} in ${situation}`).toContain(request.state);
    }
  });
});

describe("the table of ends", () => {
  test.each(table(page, "Ends"))("%s ends as %s", (call, state, counts) => {
    const clock = manualClock(0);
    const pool = createPoolSync({ slo: { ttftS: 1, tpotS: 0.05 }, clock });
    const request = pool.open();
    const end = (codes(call)[0] ?? "").replace("()", "") as "complete" | "fail";
    request[end]();
    expect(`\`${request.state}\``).toBe(state);
    expect(pool.attainment().total > 0).toBe(!counts.startsWith("no"));
    if (end === "complete") return;
    const met = (field: "tpotMet" | "ttftMet") => pool.attainment()[field] > 0;
    expect([met("ttftMet"), met("tpotMet")]).toEqual(counts.startsWith("no") ? [false, false] : [false, true]);
  });
});

test("the table of anomalies has every kind, and no other", () => {
  const listed = table(page, "Anomalies").flatMap(([kinds = ""]) => codes(kinds));
  expect([...listed].sort()).toEqual([...ANOMALY_KINDS].sort());
});
