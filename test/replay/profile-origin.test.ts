import { describe, expect, test } from "vitest";
import { ProfileError } from "../../src/errors";
import { replayDocument } from "../../src/replay/index";
import { originOf, profilesOf } from "../../src/replay/profile-origin";
import { at } from "../simulation/fleet-helpers";
import { replay, small } from "./replay-run-inputs";

const own = { file: "own.json", source: "my GPUs", shipped: false };
const other = { file: "own.json", source: null, shipped: false };

describe("where a profile comes from", () => {
  test("is its file, and what the file says of itself", () => {
    expect(originOf("e", { source: "my GPUs", ttft_a: 1 }, "own.json", false)).toEqual(own);
    expect(originOf("e", {}, "own.json", false)).toEqual(other);
    expect(originOf("e", { source: null }, "own.json", false)).toEqual(other);
  });

  test.each([5, true, {}, ["text"]])("with the source %j is refused", (source) => {
    expect(() => originOf("gpu-7", { source }, "own.json", false)).toThrow(ProfileError);
    expect(() => originOf("gpu-7", { source }, "own.json", false)).toThrow(
      'profile of engine "gpu-7": source must be a text',
    );
  });
});

test("the profiles of a fleet are told apart, and their engines counted", () => {
  expect(profilesOf([{ origin: own }, {}, { origin: other }, { origin: { ...own } }])).toEqual([
    { ...own, engines: 2 },
    { ...other, engines: 1 },
  ]);
  expect(profilesOf([{}, {}])).toEqual([]);
});

test("a document names the profiles, and its engines and numbers are as without", () => {
  const input = small("pd", [at(0, 64, 2)]);
  const named = { ...input, engines: input.engines.map((engine) => ({ ...engine, origin: own })) };
  const trace = {
    format: "azure",
    timestampUnit: null,
    requests: input.requests,
    outOfOrderRows: 0,
    skippedRows: 0,
    firstSkipped: [],
  } as const;
  const document = replayDocument("t.csv", trace, named, replay(named));
  expect(document.profiles).toEqual([{ ...own, engines: 2 }]);
  const { profiles, ...rest } = replayDocument("t.csv", trace, input, replay(input));
  expect(profiles).toEqual([]);
  expect(document).toEqual({ ...rest, profiles: document.profiles });
});
