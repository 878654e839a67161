import type { Explained } from "./explained";

const WRITTEN = "What is told is written before it is read.";

/** Numbers that functions hand on to each other begin with a value that nobody reads. */
function writtenBeforeRead(path: string, zero: string, names: readonly string[]): Explained[] {
  const changes = [zero === "0" ? "0 -> 1" : "0.0 -> 1.0"];
  return names.map((name) => ({ path, line: `let ${name}: f64 = ${zero};`, changes, why: WRITTEN }));
}

/** What is kept of an answer is taken anew where it need not be; a line without changes is left out. */
function takenAnew(path: string, lines: readonly (readonly [line: string, ...changes: string[]])[]): Explained[] {
  return lines.map(([line, ...changes]) => ({
    path,
    line,
    changes: changes.length > 0 ? changes : [`${line} -> ;`],
    why: "It is then taken anew more often, and is the same: it only saves work.",
  }));
}

export const EXPLAINED_CORE: readonly Explained[] = [
  {
    path: "assembly/window-structs.ts",
    line: "const mixed = (a * 0x9e3779b1) ^ rotl<u32>(b * 0x85ebca6b, 11) ^ rotl<u32>(c * 0xc2b2ae35, 19);",
    changes: "all",
    why: "Any hash of a shape finds its cell: a worse one probes for longer.",
  },
  {
    path: "assembly/window-structs.ts",
    line: "return mixed ^ (mixed >> 15);",
    changes: "all",
    why: "Any hash of a shape finds its cell: a worse one probes for longer.",
  },
  {
    path: "assembly/offered-shapes.ts",
    line: "const mixed = (input * 0x9e3779b1) ^ rotl<u32>(requested * 0x85ebca6b, 11);",
    changes: "all",
    why: "Any hash of a shape finds it in its list: a worse one makes longer lists.",
  },
  {
    path: "assembly/shape-prices.ts",
    line: "profiles = profilesVersion();",
    changes: ["profiles = profilesVersion(); -> ;"],
    why: "Prices are then taken anew at every look, and are the same: it only saves work.",
  },
  {
    path: "assembly/shape-prices.ts",
    line: "if (shape.count <= 0.0 || !isPriced(shape) || shape.output == outputOf(shape)) continue;",
    changes: ["|| -> &&"],
    why: "Shapes are then priced that have no count or no price yet: they would be at their next change, with the same result.",
  },
  {
    path: "assembly/bins.ts",
    line: "return tokens <= 1 ? 0 : 32 - <i32>clz<u32>(tokens - 1);",
    changes: ["1 -> 0"],
    why: "Of the first 1: no bit of 1 - 1 is set, so that either branch gives 0.",
  },
  {
    path: "assembly/estimates.ts",
    line: "store<f64>(at + 8, ratios ? <f64>((<u64>1) << (group % CLASSES)) : 0.0);",
    changes: ["0.0 -> 1.0"],
    why: "The host does not read the requested length of an output's row.",
  },
  {
    path: "assembly/profile-set.ts",
    line: "let engines: f64 = 0.0;",
    changes: ["0.0 -> 1.0"],
    why: "Nothing is divided by it before profiles are in force, which begin it with 0.",
  },
  {
    path: "assembly/estimates.ts",
    line: "let inForce: bool = false;",
    changes: ["false -> true"],
    why: "It is told after learning alone, and all groups are to be learned at first anyway.",
  },
  {
    path: "assembly/profiles.ts",
    line: "if (best * context > profile.maxKv) best = trunc<f64>(profile.maxKv / context);",
    changes: ["> -> >="],
    why: "Where the two are equal, the quotient is the batch that it already is.",
  },
  {
    path: "assembly/profiles.ts",
    line: "if (best < 1.0) return 0.0;",
    changes: ["1.0 -> 0.0"],
    why: "A batch of none is covered, and comes to 0 requests/s as well.",
  },
  {
    path: "assembly/prefill-price.ts",
    line: "return allCoverPrefill(bucket.least) && allCoverPrefill(bucket.largest)",
    changes: ["allCoverPrefill(bucket.least) && allCoverPrefill(bucket.l... -> false"],
    why: "Cell by cell the sum is the same: it only saves work.",
  },
  {
    path: "assembly/value-bins.ts",
    line: "if (parts != 0) {",
    changes: ["0 -> 1"],
    why: "Bins are then never split: looking through them is slower, and finds the same.",
  },
  {
    path: "assembly/ring.ts",
    line: "return <f64>(index + 1) * widthS - edge(index, widthS);",
    changes: ["+ -> -", "1 -> 0"],
    why: "Times within a bucket are then found by the division, with the same result: it only saves work.",
  },
  {
    path: "assembly/ring.ts",
    line: "return (abs<f64>(<f64>index) + 1.0) * widthS * ULPS;",
    changes: ["1.0 -> 0.0"],
    why: "Of number 0 the nominal edges are exact, and of any other bucket its own number is margin enough.",
  },
  {
    path: "assembly/ring.ts",
    line: "return (abs<f64>(<f64>index) + 1.0) * widthS * ULPS;",
    changes: ["* -> /"],
    why: "Of the second: times are then found by the division, with the same result.",
  },
  {
    path: "assembly/ring.ts",
    line: "const ULPS = 8.881784197001252e-16; // 4 ulps of 1",
    changes: ["8.881784197001252e-16 -> 1.0000000000000009"],
    why: "Times are then found by the division, with the same result: it only saves work.",
  },
  {
    path: "assembly/exact-sum.ts",
    line: "const SPLITTER = 134217729.0;",
    changes: ["134217729.0 -> 134217730.0"],
    why: "2^27 + 2 splits an f64 as well, into halves of 28 bits at most: their products with counts up to 2^24 are exact.",
  },
  {
    path: "assembly/queries.ts",
    line: "return index - oldest < window.head - index",
    changes: "all",
    why: "Either branch counts the same observations, from the one end or the other: it only saves work.",
  },
  {
    path: "assembly/window.ts",
    line: "if (oldest > window.head) leaveWindow(window);",
    changes: ["oldest > window.head -> false"],
    why: "The buckets are then left one by one, with the same result: it only saves work.",
  },
  {
    path: "assembly/bins.ts",
    line: "return tokens < 32 ? tokens : roundUp(tokens, 26 - clz<u32>(tokens));",
    changes: ["< -> <=", "32 -> 33"],
    why: "32 is rounded up to a multiple of 1: it is the end of its bin either way.",
  },
  ...writtenBeforeRead("assembly/outcomes.ts", "0", ["total", "ttftMet", "tpotMet", "bothMet"]),
  ...writtenBeforeRead("assembly/queries.ts", "0.0", ["inOverflow", "sumInOverflow", "inCells"]),
  ...writtenBeforeRead("assembly/decode-price.ts", "0.0", ["beforeS", "unknownBefore", "outsideBefore"]),
  ...writtenBeforeRead("assembly/scoring.ts", "0.0", ["activeRequests", "activeTokens"]),
  {
    path: "assembly/queries.ts",
    line: "let lastInOverflow: f64 = -Infinity;",
    changes: ["-Infinity -> Infinity", "Infinity -> 0.0"],
    why: WRITTEN,
  },
  {
    path: "assembly/queries.ts",
    line: "let oldest: f64 = Infinity;",
    changes: ["Infinity -> 0.0"],
    why: WRITTEN,
  },
  {
    path: "assembly/queries.ts",
    line: "if (bucket.count > 0.0) total += evidenceIn(window, bucket, sinceS);",
    changes: ["bucket.count > 0.0 -> true", "> -> >="],
    why: "Of a bucket that holds nothing no cell counts: not to look at them only saves work.",
  },
  {
    path: "assembly/outcomes.ts",
    line: "if (atS >= outcomes.headStart && atS < outcomes.headEnd) {",
    changes: ["atS >= outcomes.headStart && atS < outcomes.headEnd -> false", ">= -> >"],
    why: "The division tells the same bucket: not to divide only saves work.",
  },
  {
    path: "assembly/outcomes.ts",
    line: "} else if (index > outcomes.head) {",
    changes: ["> -> >="],
    why: "The head is then made the head once more, and nothing leaves: it only saves work.",
  },
  ...takenAnew("assembly/totals.ts", [
    ["window.sinceS = sinceS;"],
    ["window.added = window.everAdded;"],
    ["window.gone = window.everGone;"],
    ["middle.changes = window.changes;"],
    [
      "if (middle.from == from && middle.changes == window.changes) return;",
      "middle.from == from && middle.changes == window.changes -> false",
    ],
    ["if (bucket.counted == bucket.count) return;", "bucket.counted == bucket.count -> false"],
    ["if (bucket.count > 0.0) addBucket(window, bucket, middle);", "bucket.count > 0.0 -> true", "> -> >="],
    [
      "if (window.sinceS == sinceS && window.added == window.everAdded && window.gone == window.everGone) return window;",
      "window.sinceS == sinceS && window.added == window.everAdd... -> false",
    ],
  ]),
  ...takenAnew("assembly/prefill-price.ts", [
    ["middleChanges = window.changes;"],
    ["middleProfiles = profilesVersion();"],
    [
      "if (middleFrom != from || middleChanges != window.changes || middleProfiles != profilesVersion()) {",
      "middleFrom != from || middleChanges != window.changes || ... -> true",
    ],
    ["if (bucket.count > 0.0) middleS += secondsOfBucket(window, bucket);", "bucket.count > 0.0 -> true", "> -> >="],
  ]),
  ...writtenBeforeRead("assembly/profile-set.ts", "0.0", [
    "ttftA",
    "ttftB",
    "ttftC",
    "tpotSlope",
    "tpotIntercept",
    "tpotRequestSlope",
  ]),
  {
    path: "assembly/profile-set.ts",
    line: "let version: u32 = 0;",
    changes: ["0 -> 1"],
    why: "Any number will do that the first profiles change into another.",
  },
  {
    path: "assembly/profile-set.ts",
    line: "version++;",
    changes: ["version++ -> version--"],
    why: "Any other number tells that the profiles have changed.",
  },
  {
    path: "assembly/profile-set.ts",
    line: "return sum > 0.0 ? engines / sum : 0.0;",
    within: "decodeSecondsOfAll",
    changes: ["sum > 0.0 -> true", "> -> >="],
    why: "The sum is 0 without profiles alone, and then 0 / 0 is no more above 0 than 0 is.",
  },
  {
    path: "assembly/scoring.ts",
    line: "const fraction = result.requests > 0.0 && result.requests < 1.0;",
    changes: ["< -> <="],
    why: "One whole request is looked at as one request either way.",
  },
  ...writtenBeforeRead("assembly/prefill-price.ts", "0.0", ["middleS"]),
  {
    path: "assembly/prefill-price.ts",
    line: "let middleFrom: i64 = 0;",
    changes: ["0 -> 1"],
    why: "NaN, the changes at first, equals nothing: the sum is taken anew whatever the rest.",
  },
  {
    path: "assembly/prefill-price.ts",
    line: "let middleProfiles: u32 = 0;",
    changes: ["0 -> 1"],
    why: "NaN, the changes at first, equals nothing: the sum is taken anew whatever the rest.",
  },
  {
    path: "assembly/offered-work.ts",
    line: "if (second < work.oldest) work.base += units;",
    changes: ["< -> <="],
    why: "The level of the oldest second is the base and its own difference: the sum of the two is the same.",
  },
  {
    path: "assembly/outcomes.ts",
    line: "let oldestIndex: i64 = 0;",
    changes: ["0 -> 1"],
    why: WRITTEN,
  },
  {
    path: "assembly/outcomes.ts",
    line: "let buckets: i32 = 0;",
    changes: ["0 -> 1"],
    why: WRITTEN,
  },
  {
    path: "assembly/prefill-price.ts",
    line: "let gaps: u32 = 0;",
    changes: ["0 -> 1"],
    why: WRITTEN,
  },
  {
    path: "assembly/decode-price.ts",
    line: "let gaps: u32 = 0;",
    changes: ["0 -> 1"],
    why: WRITTEN,
  },
  {
    path: "assembly/outcomes.ts",
    line: "if (bucket.index != index) clear(bucket, index);",
    within: "setHead",
    changes: ["bucket.index != index -> false"],
    why: "Whoever moves the head makes sure of the bucket as well, before it counts into it or after it was imported.",
  },
  {
    path: "assembly/offered-shapes.ts",
    line: "if (shape.summed > 0.0) this.sumUp(shape, 0.0);",
    changes: ["> -> >="],
    why: "It takes nothing out of the sum where nothing was in it.",
  },
];
