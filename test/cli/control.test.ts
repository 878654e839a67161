import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ReplayDocument } from "../../src/replay";
import { narwhal, output, scratch, TRACE } from "./command";

const write = scratch();

/** The busiest 600 requests, so that a run is short and still moves an engine. */
const SHORT = write("short.csv", `${readFileSync(TRACE, "utf8").split("\r\n").slice(0, 601).join("\r\n")}\r\n`);

function replayed(...args: readonly string[]): ReplayDocument {
  return JSON.parse(output("replay", SHORT, "--json", ...args));
}

describe("what the controller may do", () => {
  it("on: it moves engines by the headroom policy, and the fleet ends as the moves say", () => {
    const document = replayed();
    expect(document.policy).toBe("headroom");
    expect(document.moves.map(({ by }) => by)).toEqual(document.moves.map(() => "headroom"));
    const toPrefill = document.moves.filter(({ to }) => to === "prefill").length;
    expect(toPrefill).toBeGreaterThan(1);
    expect(document.state.fleet.prefill).toBe(1 + toPrefill - (document.moves.length - toPrefill));
    expect(document.state.counters.moves).toMatchObject({ "headroom:prefill": toPrefill });
  });

  it("off: it decides nothing", () => {
    const document = replayed("--control", "off");
    expect([document.decisions, document.moves]).toEqual([[], []]);
    expect(document.state.fleet).toMatchObject({ prefill: 1, decode: 3 });
  });

  it("advisory: it proposes, and moves nothing", () => {
    const document = replayed("--control", "advisory");
    expect(document.moves).toEqual([]);
    expect(document.decisions.map(({ result }) => result)).toContain("advisory");
    expect(document.state.fleet).toMatchObject({ prefill: 1, decode: 3 });
  });

  it("by another policy: reactive moves one engine at a time", () => {
    const document = replayed("--policy", "reactive");
    expect(document.policy).toBe("reactive");
    expect(document.moves.length).toBeGreaterThan(0);
    expect(document.state.counters.moves).toEqual({ "reactive:prefill": document.moves.length });
    expect(narwhal("replay", SHORT, "--policy", "best").stderr).toBe(
      "error: option '--policy <name>' argument 'best' is invalid. Allowed choices are reactive, headroom, queue.\n",
    );
  });

  it("is named in every text, with its policy", () => {
    expect(output("replay", SHORT)).toContain("\npolicy: headroom\ncontrol on: ");
    expect(output("replay", SHORT, "--policy", "reactive")).toContain("\npolicy: reactive\ncontrol on: ");
    expect(output("replay", SHORT, "--control", "off")).toContain("\npolicy: headroom\ncontrol off: the split stays\n");
    expect(output("replay", SHORT, "--compare")).toContain("\npolicy: headroom\n\nEvery fixed split");
  });

  it("urgent: decisions come between passes, too", () => {
    const urgent = replayed("--urgent").decisions.filter((decision) => decision.urgent);
    expect(urgent.length).toBeGreaterThan(0);
    expect(replayed().decisions.some((decision) => decision.urgent)).toBe(false);
  });
});

describe("a comparison", () => {
  it("has a row for each split and the controller, with the best split marked", () => {
    const text = output("replay", SHORT, "--compare");
    for (const row of ["1 + 3", "2 + 2", "3 + 1", "controller"]) expect(text).toContain(`\n  ${row}`);
    expect(text.match(/ best/g)?.length).toBeGreaterThanOrEqual(1);
    expect(text).toMatch(/The controller met both SLOs for \d+\.\d% of the requests/);
  });

  it("agrees with single runs", () => {
    const document = JSON.parse(output("replay", SHORT, "--compare", "--json"));
    expect(document).toMatchObject({ schema: "narwhal-slo/compare", version: 1 });
    expect(JSON.stringify(document)).toContain(`"both_met":${replayed("--control", "off").attainment.both_met}`);
    expect(JSON.stringify(document)).toContain(`"both_met":${replayed().attainment.both_met}`);
  });

  it("is no comparison with a mode of control", () => {
    const { status, stderr } = narwhal("replay", SHORT, "--compare", "--control", "on");
    expect([status, stderr]).toEqual([2, "error: option '--compare' cannot be used with option '--control <mode>'\n"]);
  });
});

describe("the records of a replay", () => {
  const [journal, events] = [write("journal.jsonl", ""), write("events.jsonl", "")];
  const document: ReplayDocument = JSON.parse(
    output("replay", SHORT, "--json", "--journal", journal, "--event-log", events),
  );

  it("tell every decision and every move", () => {
    const rows = readFileSync(journal, "utf8").trimEnd().split("\n");
    const types = rows.map((row) => JSON.parse(row).type as string);
    const decisions = document.decisions.reduce((sum, { count }) => sum + (count ?? 0), 0);
    expect(types[0]).toBe("meta");
    expect(types.filter((type) => type === "decision")).toHaveLength(decisions);
    expect(types.filter((type) => type === "move")).toHaveLength(document.moves.length);
  });

  it("are explained", () => {
    expect(output("explain", journal, "--result", "applied")).toContain(
      "Moved engine engine-3 from decode to prefill: 1 prefill and 3 decode engines became 2 and 2.",
    );
  });

  it("are verified: every decision is made again", () => {
    const decisions = document.decisions.reduce((sum, { count }) => sum + (count ?? 0), 0);
    expect(output("verify", events)).toBe(`${decisions} decisions, all reproduced\n`);
  });
});

describe("the inputs that a document tells of", () => {
  it("are exact: a profile's coefficients are too small to be rounded", () => {
    const profile = JSON.parse(readFileSync("data/h100-tp8-llama2-70b.json", "utf8"));
    const { source: _, ...numbers } = profile;
    expect(replayed("--control", "off").engines[0]?.profile).toEqual(numbers);
  });
});
