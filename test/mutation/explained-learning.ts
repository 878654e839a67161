import { type Explained, inFile, WRITTEN, writtenBeforeRead } from "./explained-entries";

/** Learned output lengths. */
export const EXPLAINED_LEARNING: readonly Explained[] = [
  ...inFile("assembly/estimates.ts", [
    {
      within: "exportLearned",
      changes: ["0.0 -> 1.0 (2 of 2)"],
      why: "The host does not read the requested length of an output's row.",
    },
    {
      within: "inForce",
      changes: ["false -> true"],
      why: "It is told after learning alone, and all groups are to be learned at first anyway.",
    },
    { within: "learn", changes: ["++ -> --"], why: "Any other number tells that a learned value has changed." },
  ]),
  ...inFile("assembly/learned-cells.ts", [
    {
      within: "forgetAll",
      changes: ["drop changetype<SeenBucket>(at).sinceS ="],
      why: "A bucket of which nothing was taken is then compared with nothing once more: it only saves work.",
    },
    {
      within: "syncCells",
      changes: ["drop syncedChanges ="],
      why: "All buckets are then compared each time with what was taken of them: it only saves work.",
    },
    {
      within: "leaveWindow",
      changes: ["condition -> false", "drop forgetAll()"],
      why: "The buckets are then left one by one, with the same result: it only saves work.",
    },
    {
      within: "syncWhole",
      changes: ["condition -> false", "drop sync()", "drop -", "Infinity -> 0.0"],
      why: "A bucket is looked at when lengths are learned, whatever was taken of it before: it only saves work then.",
    },
    {
      within: "leaveBucket",
      changes: ["condition -> true (2 of 2)", "< -> <="],
      why: "A bucket of which nothing was taken is then gone through, and nothing is taken out: it only saves work.",
    },
    {
      within: "SeenBucket.differs",
      changes: ["&& -> ||", "< -> <="],
      why: "A bucket of which nothing has changed is then gone through again: it only saves work.",
    },
    {
      within: "syncCells",
      changes: ["condition -> false (1 of 8)"],
      why: "All buckets are then compared with what was taken of them: it only saves work.",
    },
    { within: "touchedGroups", changes: ["drop -", "1 -> 0"], why: WRITTEN },
    {
      within: "syncedFrom",
      changes: ["0 -> 1"],
      why: "It is compared where the changes of the last sync are, which are NaN before the first.",
    },
    { within: "source", changes: ["0 -> 1"], why: "No window lies at either address." },
  ]),
  ...writtenBeforeRead("assembly/learned-cells.ts", "0 -> 1", [
    "region",
    "regionBytes",
    "buckets",
    "seenBuckets",
    "overflows",
  ]),
  ...writtenBeforeRead("assembly/weights.ts", "0 -> 1", ["cells", "cellBytes", "weights"]),
  ...inFile("assembly/value-bins.ts", [
    {
      within: "keyOf",
      changes: ["0 -> 1 (2 of 2)"],
      why: "Any key below those of all values above 0 orders 0 first.",
    },
    {
      within: "takeParts",
      changes: ["0 -> 1 (1 of 3)", "> -> <="],
      why: "Bins are then never split: looking through them is slower, and finds the same.",
    },
    {
      within: "MANY",
      changes: ["40 -> 41"],
      why: "Bins are then split at another number of members, with the same result.",
    },
    {
      within: "FEW",
      changes: ["20 -> 21"],
      why: "Bins are then joined at another number of members, with the same result.",
    },
    {
      within: "splitMany",
      changes: ["condition -> false (1 of 3)", "> -> >="],
      why: "Bins are then split at another number of members, or never, with the same result.",
    },
    {
      within: "splitMany",
      changes: ["drop bin ="],
      why: "A part of many members is then split when the next one comes, with the same result.",
    },
    {
      within: "Bin.countIn",
      changes: ["++ -> --", "drop this.members++"],
      why: "Bins are then never split: looking through them is slower, and finds the same.",
    },
    {
      within: "Bin.countOut",
      changes: ["-- -> ++", "drop this.members--"],
      why: "Bins are then split sooner and never joined, with the same result.",
    },
    {
      within: "insert",
      changes: ["drop splitMany()"],
      why: "Bins are then never split: looking through them is slower, and finds the same.",
    },
    {
      within: "layOutBins",
      changes: ["drop partsEnd ="],
      why: "Bins are then never split: looking through them is slower, and finds the same.",
    },
    {
      within: "remove",
      changes: ["> -> >=", "> -> <="],
      why: "Bins are then joined at another number of members, with the same result.",
    },
    {
      within: "TOP_SHIFT",
      changes: ["60 -> 61"],
      why: "Keys are then cut into digits at other bits, the first digit has three of them: their order is the same.",
    },
    {
      within: "takeParts",
      changes: ["condition -> false (1 of 2)"],
      why: "Free parts are then not taken again, and run out: looking through bins is slower, and finds the same.",
    },
    {
      within: "unlink",
      changes: ["condition -> false (3 of 3)", "0 -> 1 (3 of 4)", "0 -> 1 (4 of 4)"],
      why: "An empty bin is then taken for a mixed one: looking through it is slower, and finds the same.",
    },
  ]),
  ...writtenBeforeRead("assembly/value-bins.ts", "0 -> 1", ["roots", "freeParts", "unusedParts", "partsEnd"]),
  ...inFile("assembly/medians.ts", [
    { within: "valueAmong", changes: ["0 -> 1 (1 of 3)"], why: "The lowest bits of all keys are 0." },
    {
      within: "weightedMedian",
      changes: ["+ -> - (1 of 2)"],
      why: "The second value is then looked up where it is the first: the mean of both is that.",
    },
  ]),
  ...writtenBeforeRead("assembly/medians.ts", "0.0 -> 1.0", ["alike"]),
  ...writtenBeforeRead("assembly/medians.ts", "0 -> 1", ["found"]),
];
