import { ANEW, type Explained, inFile, writtenBeforeRead } from "./explained-entries";

/** Windows and outcomes, and what they are asked. */
const HASHED = "Any hash of a shape finds it: a worse one takes longer.";

export const EXPLAINED_WINDOWS: readonly Explained[] = [
  ...inFile("assembly/ring.ts", [
    {
      within: "innerEnd",
      changes: ["+ -> -", "1 -> 0"],
      why: "Times within a bucket are then found by the division, with the same result: it only saves work.",
    },
    {
      within: "edge",
      changes: ["1.0 -> 0.0"],
      why: "Of number 0 the nominal edges are exact, and of any other bucket its own number is margin enough.",
    },
    {
      within: "edge",
      changes: ["* -> / (2 of 2)"],
      why: "Times are then found by the division, with the same result.",
    },
    {
      within: "edge",
      changes: ["8.881784197001252e-16 -> 1.0000000000000009"],
      why: "Times are then found by the division, with the same result: it only saves work.",
    },
  ]),
  ...inFile("assembly/bins.ts", [
    {
      within: "classOf",
      changes: ["<= -> <", "1 -> 0 (1 of 2)"],
      why: "No bit of 1 - 1 is set, so that either branch gives 0.",
    },
    {
      within: "binEnd",
      changes: ["< -> <=", "32 -> 33"],
      why: "32 is rounded up to a multiple of 1: it is the end of its bin either way.",
    },
    { within: "roundUp", changes: ["> -> >="], why: "The largest length is itself either way." },
    {
      within: "fineBinEnd",
      changes: ["< -> <=", "32 -> 33"],
      why: "32 is rounded up to a multiple of 1: it is the end of its bin either way.",
    },
  ]),
  ...inFile("assembly/hash.ts", [
    { within: "hashOf", changes: "all", why: HASHED },
    { within: "seedHash", changes: "all", why: HASHED },
    { within: "mixed", changes: "all", why: HASHED },
    { within: "joined", changes: "all", why: HASHED },
  ]),
  ...inFile("assembly/beyond.ts", [
    { within: "merge", changes: ["<= -> <"], why: "An equal value has the same bits, for the host makes -0 a 0." },
  ]),
  ...inFile("assembly/head.ts", [
    {
      within: "prune",
      changes: ["condition -> true (2 of 2)"],
      why: "A time that is not before the head's end is of the head or of a later bucket; the same head is then set once more.",
    },
    {
      within: "setHead",
      changes: ["condition -> false (1 of 2)"],
      why: "The buckets are then left one by one, with the same result: it only saves work.",
    },
    {
      within: "setHead",
      changes: ["> -> >="],
      why: "The one bucket that is kept is then learned from anew, with the same result.",
    },
    {
      within: "prune",
      changes: ["> -> >="],
      why: "Setting the head where it is empties nothing: sums that are kept are taken anew, and are the same.",
    },
    {
      within: "closeHead",
      changes: ["condition -> true (2 of 2)", "condition -> false (2 of 2)", "!= -> ==", "drop totalBucket()"],
      why: "A bucket is summed when it is asked for, if not before: it only saves work then.",
    },
    {
      within: "closeHead",
      changes: ["drop syncWhole()"],
      why: "A bucket is looked at when lengths are learned, if not before: it only saves work then.",
    },
    {
      within: "reset",
      changes: ["condition -> true (1 of 2)"],
      why: "A bucket without cells is then cleared again: it only saves work.",
    },
  ]),
  ...inFile("assembly/queries.ts", [
    {
      within: "countAfter",
      changes: ["condition -> true", "condition -> false", "- -> + (1 of 3)", "< -> <=", "< -> >=", "- -> + (2 of 3)"],
      why: "Either branch counts the same observations, from the one end or the other: it only saves work.",
    },
    {
      within: "evidence",
      changes: ["condition -> true (4 of 4)", "> -> >="],
      why: "Of a bucket that holds nothing no cell counts: not to look at them only saves work.",
    },
  ]),
  ...inFile("assembly/bucket-totals.ts", [{ within: "totalBucket", changes: ["condition -> false"], why: ANEW }]),
  ...inFile("assembly/totals.ts", [
    {
      within: "takeTotals",
      changes: ["drop totals.sinceS =", "drop totals.added =", "drop totals.gone =", "condition -> false (1 of 7)"],
      why: ANEW,
    },
    {
      within: "takeMiddle",
      changes: ["drop middle.changes =", "condition -> false (1 of 5)", "condition -> true (5 of 5)", "> -> >="],
      why: ANEW,
    },
  ]),
  ...inFile("assembly/offers.ts", [
    {
      within: "offerReplace",
      changes: ["condition -> true (1 of 4)"],
      why: "What was too late once has no bucket later either: it is not counted, whichever status says so.",
    },
  ]),
  ...writtenBeforeRead("assembly/offers.ts", "0 -> 1", ["arrivals", "expected"]),
  ...inFile("assembly/outcomes.ts", [
    {
      within: "record",
      changes: ["condition -> false (1 of 7)", ">= -> >"],
      why: "The division tells the same bucket: not to divide only saves work.",
    },
    {
      within: "record",
      changes: ["> -> >="],
      why: "The head is then made the head once more, and nothing leaves: it only saves work.",
    },
    {
      within: "setHead",
      changes: ["condition -> false", "drop clear()"],
      why: "Whoever moves the head makes sure of the bucket as well, before it counts into it or after it was imported.",
    },
  ]),
  ...inFile("assembly/offered-work.ts", [
    {
      within: "changeSecond",
      changes: ["< -> <="],
      why: "The level of the oldest second is the base and its own difference: the sum of the two is the same.",
    },
  ]),
];
