import { readFileSync } from "node:fs";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { regretSchema, replaySchema } from "../../src/schema-entry";
import { bareFields, fieldsOf } from "../schemas";
import { azureTrace, narwhal, output, scratch } from "./command";

const file = scratch();
const trace = file("busy.csv", azureTrace(Array.from({ length: 120 }, (_, i) => (i % 40 < 10 ? 9000 : 1000))));
const log = file("events.jsonl", "");
const replayed = output("replay", trace, "--load", "4", "--regret", "--event-log", log);

describe("narwhal-slo replay --regret", () => {
  it("adds the regret to the report, and its parts sum up", () => {
    const rows = replayed.split("\n\nRegret: ")[1]?.split("\n") ?? [];
    expect(rows[0]).toMatch(/^\d+ more requests would have met both SLOs, by one who knew all of the trace$/);
    const requests = rows.slice(2, 6).map((row) => Number(row.trim().split(/ +/)[1]));
    const [order = 0, admission = 0, roles = 0, all = 0] = requests;
    expect(order + admission + roles).toBe(all);
    expect(rows[0]?.startsWith(`${all} `)).toBe(true);
  });

  it("adds it to the document", () => {
    const document = JSON.parse(output("replay", trace, "--load", "4", "--regret", "--json"));
    expect(v.parse(replaySchema, document)).toEqual(document);
    const { regret } = document;
    expect(regret.best_kept).toBe(regret.kept + regret.regret);
    expect(regret).toMatchObject({ total: 120, kept: document.attainment.both_met });
    expect(narwhal("replay", trace, "--regret", "--compare").status).toBe(2);
  });
});

describe("narwhal-slo regret", () => {
  it("finds in a log what the replay found", () => {
    const text = output("regret", log);
    expect(text).toContain("events.jsonl: 120 requests on 4 engines (1 prefill + 3 decode at first), ");
    expect(text.split("\n\nRegret: ")[1]).toBe(replayed.split("\n\nRegret: ")[1]);
    const document = JSON.parse(output("regret", log, "--json"));
    expect(v.parse(regretSchema, document)).toEqual(document);
    expect(document).toMatchObject({ log: "events.jsonl", requests: 120, logged_total: 120, left_out: 0 });
    expect(document.logged_kept).toBe(document.kept);
    expect(bareFields(fieldsOf(regretSchema))).toEqual([".schema", ".version"]);
  });

  it("takes a profile for engines that have none", () => {
    const blind = readFileSync(log, "utf8").replace(/"profile":\{[^}]*\}/g, '"profile":null');
    const path = file("blind.jsonl", blind.split("\n").slice(0, 200).join("\n"));
    const { status, stderr } = narwhal("regret", path);
    expect([status, stderr]).toEqual([
      1,
      `narwhal-slo: ${path}: engine-0 has no profile, and the log is too short to learn one; give --profile\n`,
    ]);
    expect(output("regret", path, "--profile", "h100-tp8-llama2-70b", "--seed", "2")).toContain("Regret: ");
  });

  it.each([
    ["empty.jsonl", "", "is empty; it must be an event log (pool option eventLog)"],
    ["trace.csv", azureTrace([1]), "looks like an Azure trace"],
    ["quiet.jsonl", readFileSync(log, "utf8").split("\n")[0] ?? "", "holds no request that ended and has a length"],
  ])("refuses %s", (name, content, message) => {
    const { status, stderr } = narwhal("regret", file(name, content));
    expect(status).toBe(1);
    expect(stderr).toContain(message);
  });
});
