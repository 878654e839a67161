import { expect, test } from "vitest";
import { configurationReference } from "../../scripts/reference/configuration";
import { metricsReference } from "../../scripts/reference/metrics";
import { configSchema } from "../../src/config";
import { codes, read, table } from "./markdown";

test("docs/metrics.md is what the catalogue says: run `npm run reference`", () => {
  expect(read("docs/metrics.md")).toBe(metricsReference());
});

test("docs/configuration.md is what the schema says: run `npm run reference`", () => {
  expect(read("docs/configuration.md")).toBe(configurationReference());
});

test("every field of the configuration has its row, with default and range", () => {
  const rows = table(read("docs/configuration.md"), "Configuration");
  expect(rows.map(([name = ""]) => codes(name)[0])).toEqual(Object.keys(configSchema.entries));
  const told = new Map(rows.map(([name = "", , fallback, range, unit]) => [codes(name)[0], [fallback, range, unit]]));
  expect(told.get("ttftSloS")).toEqual(["none", "> 0", "s"]);
  expect(told.get("maxShapes")).toEqual(["128", "whole, >= 1, <= 1024", "shapes"]);
  expect(told.get("utilization")).toEqual(["0.8", "> 0, <= 1", "ratio"]);
  expect(told.get("shrink")).toEqual(["0.5", "any", "ratio"]);
  expect(told.get("advisory")).toEqual(["false", "true, false", ""]);
});
