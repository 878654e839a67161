import { ANEW, type Explained, inFile, writtenBeforeRead } from "./explained-entries";

/** Profiles, prices and scores. */
export const EXPLAINED_PRICES: readonly Explained[] = [
  ...inFile("assembly/profiles.ts", [
    {
      within: "decodeRps",
      changes: ["<= -> < (1 of 4)", "<= -> < (2 of 4)", "<= -> < (3 of 4)"],
      why: "A request without output has a capacity of Infinity then, of which the inverse is 0 as well; a correction is above 0.",
    },
    {
      within: "decodeRps",
      changes: ["> -> >= (2 of 3)"],
      why: "Where the two are equal, the quotient is the batch that it already is.",
    },
    {
      within: "decodeRps",
      changes: ["1.0 -> 0.0"],
      why: "A batch of none is covered, and comes to 0 requests/s as well.",
    },
  ]),
  ...inFile("assembly/profile-set.ts", [
    {
      within: "engines",
      changes: ["0.0 -> 1.0"],
      why: "Nothing is divided by it before profiles are in force, which begin it with 0.",
    },
    { within: "version", changes: ["0 -> 1"], why: "Any number will do that the first profiles change into another." },
    {
      within: "useProfiles",
      changes: ["++ -> -- (1 of 2)"],
      why: "Any other number tells that the profiles have changed.",
    },
    {
      within: "decodeSecondsOfAll",
      changes: ["condition -> true (3 of 3)", "> -> >="],
      why: "The sum is 0 without profiles alone, and then 0 / 0 is no more above 0 than 0 is.",
    },
  ]),
  ...writtenBeforeRead("assembly/profile-set.ts", "0.0 -> 1.0", [
    "ttftA",
    "ttftB",
    "ttftC",
    "tpotSlope",
    "tpotIntercept",
    "tpotRequestSlope",
  ]),
  ...inFile("assembly/prefill-price.ts", [
    {
      within: "secondsOfBucket",
      changes: ["condition -> false"],
      why: "Cell by cell the sum is the same: it only saves work.",
    },
    {
      within: "secondsOfMiddle",
      changes: [
        "drop middleChanges =",
        "drop middleProfiles =",
        "condition -> true (1 of 7)",
        "condition -> true (7 of 7)",
        "> -> >=",
      ],
      why: ANEW,
    },
    {
      within: "middleFrom",
      changes: ["0 -> 1"],
      why: "NaN, the changes at first, equals nothing: the sum is taken anew whatever the rest.",
    },
    {
      within: "middleProfiles",
      changes: ["0 -> 1"],
      why: "NaN, the changes at first, equals nothing: the sum is taken anew whatever the rest.",
    },
  ]),
  ...writtenBeforeRead("assembly/prefill-price.ts", "0.0 -> 1.0", ["middleS"]),
  ...writtenBeforeRead("assembly/prefill-price.ts", "0 -> 1", ["gaps"]),
  ...inFile("assembly/decode-price.ts", [
    {
      within: "decodeSeconds",
      changes: ["> -> >=", "1 -> 0"],
      why: "The cost since a cut in that bucket is summed in another order: it is the same, but for its last digits.",
    },
    {
      within: "secondsOfWhole",
      changes: ["2.0 -> 3.0"],
      why: "The cost since the cut is summed in another order: it is the same, but for its last digits.",
    },
    {
      within: "decodeSeconds",
      changes: ["condition -> false (3 of 5)"],
      why: "Both kinds of cut then share one place, each displaces the other: it only saves work.",
    },
    {
      within: "CachedPrice.keep",
      changes: ["drop this.gone ="],
      why: "What is kept then holds only until something leaves for the first time: it only saves work.",
    },
  ]),
  ...writtenBeforeRead("assembly/decode-price.ts", "0.0 -> 1.0", ["beforeS", "unknownBefore", "outsideBefore"]),
  ...writtenBeforeRead("assembly/decode-price.ts", "0 -> 1", ["gaps"]),
  ...writtenBeforeRead("assembly/cohort-prices.ts", "0 -> 1", ["gaps"]),
  ...writtenBeforeRead("assembly/later-shapes.ts", "0 -> 1", ["gaps"]),
  ...inFile("assembly/shape-prices.ts", [
    {
      within: "renewPrices",
      changes: ["drop profiles ="],
      why: "Prices are then taken anew at every look, and are the same: it only saves work.",
    },
    {
      within: "priceOtherOutputs",
      changes: ["<= -> <", "|| -> && (1 of 2)", "|| -> && (2 of 2)"],
      why: "Shapes are then priced that have no count or no price yet: they would be at their next change, with the same result.",
    },
    {
      within: "tpotS",
      changes: ["0.0 -> 1.0"],
      why: "The version of the profiles, which nothing is priced before, tells the first time to price anyway.",
    },
  ]),
  ...writtenBeforeRead("assembly/shape-prices.ts", "0.0 -> 1.0", ["budgetS"]),
  ...inFile("assembly/offered-shapes.ts", [
    {
      within: "ShapeTable.sumUp",
      changes: ["condition -> false (1 of 4)"],
      why: "Nothing is then added to the sum, which stays what it is: it only saves work.",
    },
  ]),
  ...inFile("assembly/exact-sum.ts", [
    {
      within: "SPLITTER",
      changes: ["134217729.0 -> 134217730.0"],
      why: "2^27 + 2 splits an f64 as well, into halves of 28 bits at most: their products with counts up to 2^24 are exact.",
    },
  ]),
  ...inFile("assembly/scoring.ts", [
    {
      within: "spreadResidents",
      changes: ["< -> <="],
      why: "One whole request is looked at as one request either way.",
    },
  ]),
  ...writtenBeforeRead("assembly/scoring.ts", "0.0 -> 1.0", ["activeRequests", "activeTokens"]),
];
