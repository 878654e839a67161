import { describe, expect, it } from "vitest";
import { configSchema } from "../../src/config";
import { capital } from "../../src/decision/explain-words";
import { meaningOf } from "../../src/decision/reason-texts";
import { BLOCKED_REASONS, GATES, HELD_REASONS, MOVE_REASONS, REASONS, type Reason } from "../../src/decision/reasons";
import { codes, read, table } from "../docs/markdown";
import { cases } from "./explain-cases";

const page = read("docs/decisions.md");

/** The part of the page under a heading, the heading left out. */
function section(heading: string): string {
  const [, part = ""] = page.split(`\n${heading}\n`);
  return part.split(/\n#{2,3} /)[0] as string;
}

/** The reasons that the page explains under a heading. */
function reasonsUnder(heading: string): string[] {
  const [, part = ""] = page.split(`\n## ${heading}\n`);
  const chapter = part.split(/\n## /)[0] as string;
  return [...chapter.matchAll(/^### `(.*)`$/gm)].map((match) => match[1] as string);
}

/** What a section says of its gates, or of what a person can do. */
function line(reason: Reason, start: string): string {
  const [, part = ""] = section(`### \`${reason}\``).split(`- ${start}: `);
  return part.split("\n- ")[0] as string;
}

describe("the decision guide", () => {
  it("explains every reason once, where it belongs", () => {
    expect(reasonsUnder("Reasons to move").sort()).toEqual([...MOVE_REASONS].sort());
    expect(reasonsUnder("Reasons to hold").sort()).toEqual([...HELD_REASONS].sort());
    expect(reasonsUnder("Reasons to block").sort()).toEqual([...BLOCKED_REASONS].sort());
  });

  it("explains every gate, in one row each", () => {
    const rows = table(page, "What stood in its way").map(([gate = ""]) => codes(gate));
    expect(rows).toEqual(GATES.map((gate) => [gate]));
  });

  it.each(REASONS)("names the gates of %s, says what it means and what a person can do", (reason) => {
    const seen = cases.filter(({ decision }) => decision.reason === reason && decision.limit);
    const gates = new Set(seen.map(({ decision }) => decision.limit?.gate));
    const named = new Set(codes(line(reason, "Gate")));
    if (!MOVE_REASONS.some((move) => move === reason)) expect(named).toEqual(gates);
    else expect([...named]).toEqual(["advisory"]);
    expect(section(`### \`${reason}\``).startsWith(`\n${capital(meaningOf(reason))}`)).toBe(true);
    expect(line(reason, "You can").length).toBeGreaterThan(5);
  });

  it("says which gates clear by time, and no others do in the explanations", () => {
    const rows = table(page, "What stood in its way").filter((cells) => cells[3] === "yes");
    const timed = cases.flatMap(({ decision: { limit } }) => (limit && limit.clearsInS !== null ? [limit.gate] : []));
    expect(new Set(rows.flatMap(([gate = ""]) => codes(gate)))).toEqual(new Set(timed));
  });

  it("names settings that exist", () => {
    const prose = page.replace(/```.*?```/gs, "");
    const words = new Set(codes(prose).filter((code) => /^[a-z]+([A-Z][a-z]*)+$/.test(code)));
    expect([...words].filter((word) => !(word in configSchema.entries))).toEqual([]);
    expect(words.size).toBeGreaterThan(10);
  });

  it("shows a text that a decision has", () => {
    const [, shown = ""] = page.split("```text\n");
    expect(cases.map(({ text }) => text)).toContain(shown.split("\n```")[0]);
  });
});
