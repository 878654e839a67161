import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { TARGETS } from "../fuzz/targets";
import { read } from "./markdown";

const page = read("SECURITY.md");

describe("the threat model", () => {
  test("names tests that exist", () => {
    const named = [...page.matchAll(/`(test\/[\w./-]+)`/g)].map(([, path]) => path as string);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });

  test("names all targets of the fuzz run, and no other", () => {
    const named = [...page.matchAll(/(?:fuzz|`npm run fuzz`) \(([^)]*)\)/g)].flatMap(([, names = ""]) =>
      (names.split(":")[0] as string).split(", "),
    );
    expect([...new Set(named)].sort()).toEqual(Object.keys(TARGETS).sort());
  });
});
