import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { scrape, serve } from "../metrics/fixtures";
import { poolAt0 } from "../pool/fixtures";
import { EXPRESSIONS } from "./dashboard";
import { hasPromtool, promtool } from "./promtool";

describe.skipIf(!hasPromtool)("promtool (skipped where it is not installed)", () => {
  const folder = mkdtempSync(join(tmpdir(), "narwhal-rules-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it("accepts the alert rules", () => {
    expect(promtool(["check", "rules", "monitoring/alerts.yml"])).toMatchObject({ status: 0 });
  });

  it("sees every alert fire when it should, and not else", () => {
    const file = join(folder, "tests.yml");
    const tests = readFileSync("test/monitoring/alerts.yml", "utf8");
    writeFileSync(file, tests.replace("RULES", resolve("monitoring/alerts.yml")));
    const { status, output } = promtool(["test", "rules", file]);
    expect(output).toContain("SUCCESS");
    expect(status).toBe(0);
  });

  it("accepts the expressions of the panels", () => {
    const rules = EXPRESSIONS.map((expr, index) => {
      const plain = expr.replaceAll("$__rate_interval", "1m").replaceAll("$job", ".*");
      return `      - record: panel:${index}\n        expr: ${JSON.stringify(plain)}\n`;
    });
    const file = join(folder, "panels.yml");
    writeFileSync(file, `groups:\n  - name: panels\n    rules:\n${rules.join("")}`);
    expect(promtool(["check", "rules", file])).toMatchObject({ status: 0 });
  });

  it("has nothing to say of a fresh pool, nor of a busy one", async () => {
    const { pool, clock } = poolAt0();
    expect(promtool(["check", "metrics"], await scrape(pool))).toEqual({ status: 0, output: "" });
    for (let second = 0; second < 70; second += 1) {
      clock.set(second);
      serve(pool);
      pool.pass();
    }
    expect(promtool(["check", "metrics"], await scrape(pool))).toEqual({ status: 0, output: "" });
  });
});
