import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { camelKeys, firstIssue, snakeCase } from "../../src/schema";

const schema = v.strictObject({
  count: v.number("must be a number"),
  parts: v.optional(v.array(v.strictObject({ name: v.string("must be a string") }), "must be an array")),
});

function issueOf(value: unknown) {
  const { success, issues } = v.safeParse(schema, value);
  if (success) throw new Error("the value is right");
  return firstIssue(issues);
}

describe("firstIssue", () => {
  it.each([
    [{}, { path: "count", rule: "is required", value: undefined }],
    [{ count: "1" }, { path: "count", rule: "must be a number", value: "1" }],
    [{ count: undefined }, { path: "count", rule: "must be a number", value: undefined }],
    [
      { count: 1, other: 7 },
      { path: "other", rule: "is not a known field", value: 7 },
    ],
    [undefined, { path: "", rule: "is required", value: undefined }],
    [5, { path: "", rule: "must be an object", value: 5 }],
    [null, { path: "", rule: "must be an object", value: null }],
    [
      { count: 1, parts: {} },
      { path: "parts", rule: "must be an array", value: {} },
    ],
    [
      { count: 1, parts: [5] },
      { path: "parts.0", rule: "must be an object", value: 5 },
    ],
    [
      { count: 1, parts: [{ name: "a" }, {}] },
      { path: "parts.1.name", rule: "is required", value: undefined },
    ],
    [
      { count: 1, parts: [{ name: "a", x: 2 }] },
      { path: "parts.0.x", rule: "is not a known field", value: 2 },
    ],
  ])("of %j is %j", (value, wanted) => {
    expect(issueOf(value)).toEqual(wanted);
  });

  it("of a field that is called __proto__ names it", () => {
    expect(issueOf(JSON.parse('{"count": 1, "__proto__": {"count": 2}}'))).toEqual({
      path: "__proto__",
      rule: "is not a known field",
      value: { count: 2 },
    });
  });

  it("of no issue at all still says something", () => {
    expect(firstIssue([])).toEqual({ path: "", rule: "is invalid", value: undefined });
  });
});

describe("names", () => {
  it.each([
    ["windowS", "window_s"],
    ["ttftSloS", "ttft_slo_s"],
    ["advisory", "advisory"],
    ["p50S", "p50_s"],
  ])("%s is %s in documents, and back", (camel, snake) => {
    expect(snakeCase(camel)).toBe(snake);
    expect(camelKeys({ [snake]: 1 })).toEqual({ [camel]: 1 });
  });

  it("are renamed at any depth, and values are not", () => {
    const json = { faults: [{ from_s: 1, engine: "a_b" }], window_s: null, deep_one: { deeper_one: [[{ x_y: 2 }]] } };
    expect(camelKeys(json)).toEqual({
      faults: [{ fromS: 1, engine: "a_b" }],
      windowS: null,
      deepOne: { deeperOne: [[{ xY: 2 }]] },
    });
  });

  it.each([5, "a_b", true, null, undefined])("are nothing of %s", (value) => {
    expect(camelKeys(value)).toBe(value);
  });

  it("like __proto__ stay keys, and give no object another prototype", () => {
    const renamed = camelKeys(JSON.parse('{"__proto__": {"window_s": 1}, "constructor": 2}')) as object;
    expect(Object.getPrototypeOf(renamed)).toBe(Object.prototype);
    expect((renamed as { windowS?: number }).windowS).toBeUndefined();
    expect(Object.keys(renamed).length).toBe(2);
    expect(Object.hasOwn(renamed, "constructor")).toBe(true);
  });
});
