import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { read } from "./markdown";

interface Rules {
  readonly groups: readonly { readonly rules: readonly { alert: string; annotations: { runbook: string } }[] }[];
}

const { groups } = parse(readFileSync("monitoring/alerts.yml", "utf8")) as Rules;
const alerts = groups.flatMap(({ rules }) => rules);

test("the runbook has one section for each alert, in their order", () => {
  const sections = [...read("docs/runbook.md").matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  expect(sections).toEqual(alerts.map(({ alert }) => alert));
});

test("each alert names its section", () => {
  for (const { alert, annotations } of alerts) {
    expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
  }
});
