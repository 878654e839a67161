import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { azureTrace, narwhal, output, scratch } from "./command";

const write = scratch();
const trace = write("<i>.csv", azureTrace(Array.from({ length: 90 }, (_, second) => 500 + second)));

function dataOf(html: string) {
  const json = /<script type="application\/json" id="report-data">(.*)<\/script>/.exec(html)?.[1] ?? "";
  return JSON.parse(json);
}

describe("replay --html", () => {
  it("writes what is printed, the comparison and the recording into one file", () => {
    const path = write("report.html", "old");
    const printed = output("replay", trace, "--json", "--html", path, "--decode", "2");
    expect(printed).toBe(output("replay", trace, "--json", "--decode", "2"));
    const data = dataOf(readFileSync(path, "utf8"));
    const document = JSON.parse(printed);
    expect(data.document).toEqual(document);
    expect(data.digest).toBe(createHash("sha256").update(JSON.stringify(document)).digest("hex"));
    expect(data.comparison).toEqual(JSON.parse(output("replay", trace, "--json", "--compare", "--decode", "2")));
    expect(data.recording.samples.length).toBe(18);
    expect(data.heading[0]).toBe("<i>.csv: 90 requests in 1:29 (load x1, seed 1)");
  });

  it("leaves the output of a comparison, and the logs of a replay, as they are", () => {
    const path = write("report.html", "");
    const compared = ["replay", trace, "--compare"];
    expect(output(...compared, "--html", path)).toBe(output(...compared));
    const [with_, without] = [write("with.jsonl", ""), write("without.jsonl", "")];
    output("replay", trace, "--html", path, "--journal", with_);
    output("replay", trace, "--journal", without);
    expect(readFileSync(with_, "utf8")).toBe(readFileSync(without, "utf8"));
  });

  it("takes a file's name for no markup, and brings the licences of what is in it", () => {
    const path = write("report.html", "");
    output("replay", trace, "--html", path);
    const html = readFileSync(path, "utf8");
    expect(html).toContain("<title>&lt;i>.csv - narwhal-slo replay</title>");
    expect(html).not.toContain("<i>.csv");
    for (const name of ["preact", "uplot"]) expect(html).toMatch(new RegExp(`^(<!--)?${name} \\d\\S* \\(MIT\\)$`, "m"));
  });

  it("says so where the file cannot be written", () => {
    const { status, stderr } = narwhal("replay", trace, "--html", "/nowhere/report.html");
    expect(status).toBe(1);
    expect(stderr).toBe("narwhal-slo: /nowhere/report.html: cannot be written: no such folder\n");
  });
});
