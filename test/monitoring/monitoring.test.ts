import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { DECISION_SECONDS, DEFAULT_PREFIX, metricsOf } from "../../src/metrics/catalogue";
import { hasPromtool, promtool } from "../metrics/promtool";

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

const alerts = readFileSync("monitoring/alerts.yml", "utf8");
const { panels } = JSON.parse(readFileSync("monitoring/grafana-dashboard.json", "utf8")) as { panels: Panel[] };
const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
const names = new Set([
  ...metricsOf({}).map(({ name }) => DEFAULT_PREFIX + name),
  `${DEFAULT_PREFIX}${DECISION_SECONDS.name}_bucket`,
]);

/** The metrics that a text speaks of. */
function namesIn(text: string): string[] {
  return text.match(/\bnarwhal_[a-z_]+\b/g) ?? [];
}

describe("dashboard and alerts", () => {
  it.each(panels)("the panel $title shows metrics that exist", ({ targets }) => {
    const shown = targets.flatMap(({ expr }) => namesIn(expr));
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((name) => !names.has(name))).toEqual([]);
  });

  it("the alerts speak of metrics that exist, and of labels that they have", () => {
    expect(namesIn(alerts).filter((name) => !names.has(name))).toEqual([]);
  });

  it("the panels do not overlap", () => {
    const { panels: placed } = JSON.parse(readFileSync("monitoring/grafana-dashboard.json", "utf8"));
    const places = placed.map(({ gridPos: { x, y } }: { gridPos: { x: number; y: number } }) => `${x},${y}`);
    expect(new Set(places).size).toBe(places.length);
  });
});

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
    const rules = expressions.map((expr, index) => {
      const plain = expr.replaceAll("$__rate_interval", "1m").replaceAll("$job", ".*");
      return `      - record: panel:${index}\n        expr: ${JSON.stringify(plain)}\n`;
    });
    const file = join(folder, "panels.yml");
    writeFileSync(file, `groups:\n  - name: panels\n    rules:\n${rules.join("")}`);
    expect(promtool(["check", "rules", file])).toMatchObject({ status: 0 });
  });
});
