import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DECISION_SECONDS, DEFAULT_PREFIX, metricsOf } from "../../src/metrics/catalogue";
import { PANELS } from "./dashboard";

const alerts = readFileSync("monitoring/alerts.yml", "utf8");
const names = new Set([
  ...metricsOf({}).map(({ name }) => DEFAULT_PREFIX + name),
  `${DEFAULT_PREFIX}${DECISION_SECONDS.name}_bucket`,
]);

/** The metrics that a text speaks of. */
function namesIn(text: string): string[] {
  return text.match(/\bnarwhal_[a-z_]+\b/g) ?? [];
}

describe("dashboard and alerts", () => {
  it.each(PANELS)("the panel $title shows metrics that exist", ({ targets }) => {
    const shown = targets.flatMap(({ expr }) => namesIn(expr));
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((name) => !names.has(name))).toEqual([]);
  });

  it("the alerts speak of metrics that exist, and of labels that they have", () => {
    expect(namesIn(alerts).filter((name) => !names.has(name))).toEqual([]);
  });

  it("the panels do not overlap", () => {
    const places = PANELS.map(({ gridPos: { x, y } }) => `${x},${y}`);
    expect(new Set(places).size).toBe(places.length);
  });
});
