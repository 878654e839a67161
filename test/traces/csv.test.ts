import { parse } from "csv-parse/sync";
import { array, assert, constantFrom, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { csvRecords } from "../../src/traces/csv";

const OPTIONS = { relax_column_count: true, trim: true } as const;

/** What csv-parse says of a line; `undefined` for one that it refuses. */
function parsed(line: string): readonly string[] | undefined {
  try {
    return parse(line, OPTIONS)[0];
  } catch {
    return undefined;
  }
}

describe("a line of CSV", () => {
  it.each([
    ["without quotes", " a ,b,,c", ["a", "b", "", "c"]],
    ["with a comma within quotes", '"a,b",c', ["a,b", "c"]],
    ["with quotes within quotes", '"say ""a, b""",""""', ['say "a, b"', '"']],
    ["with spaces within quotes and around them", ' " a " , b ', [" a ", "b"]],
    ["with nothing within quotes", '"",a,""', ["", "a", ""]],
    ["with an open quote", 'a,"b,c', undefined],
    ["with an open quote at its end", 'a,b"', undefined],
    ["with one quote alone", '"', undefined],
    ["with two quoted texts", '"" ""', undefined],
    ["with text behind a quote", '"a"b,c', undefined],
    ["with a quote in the middle", 'a"b"c', undefined],
    ["with a single quote within quotes", '"a"b"c"" "', undefined],
  ])("%s", (_, line, expected) => {
    expect(csvRecords([line])).toEqual([expected]);
  });

  it("does not depend on the lines around it", () => {
    expect(csvRecords(["a,b", '"c', '"d",e', 'f"'])).toEqual([["a", "b"], undefined, ["d", "e"], undefined]);
  });

  // Without spaces: csv-parse takes `"" ""` for an empty field.
  it("is read as csv-parse reads it", () => {
    const lines = array(constantFrom("a", '"', '"', ","), { maxLength: 12 });
    assert(
      property(lines, (letters) => {
        const line = `x,${letters.join("")}`;
        expect(csvRecords([line]), line).toEqual([parsed(line)]);
      }),
      { numRuns: 5000, seed: 7 },
    );
  });

  it("of a megabyte of quotes is read in one go", () => {
    const line = '",'.repeat(2 ** 19);
    expect(csvRecords([line])[0]?.length).toBe(2 ** 18 + 1);
  });
});
