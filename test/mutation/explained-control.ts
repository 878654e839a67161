import { type Explained, inFile } from "./explained-entries";

/** Decisions. */
export const EXPLAINED_CONTROL: readonly Explained[] = [
  ...inFile("src/control/controller.ts", [
    { within: "Controller.#confirm", changes: ["> -> >="], why: "A move is to another split: `checked` sees to it." },
  ]),
  ...inFile("src/scoring/evidence.ts", [
    {
      within: "DemandEvidence.read",
      changes: ["condition -> true (3 of 6)"],
      why: "Without an arrival the span is 0, and no configured span is.",
    },
    {
      within: "DemandEvidence.#closed",
      changes: ["condition -> true (7 of 8)"],
      why: "Null counts as 0 there, which no configured span is.",
    },
  ]),
  ...inFile("src/decision/explain-words.ts", [
    { within: "apart", changes: ["< -> <="], why: "The last texts are those with the most digits either way." },
    {
      within: "significant",
      changes: [">= -> >"],
      why: "A power of ten is the same number with so many digits and as a whole one.",
    },
  ]),
  ...inFile("src/policies/limits.ts", [
    {
      within: "candidateLimit",
      changes: ["?. -> ."],
      why: "That reason is of the urgent path, which has a relief: the question mark is there for the compiler.",
    },
  ]),
  ...inFile("src/policies/policy-guard.ts", [
    { within: "decideBy", changes: ['"hold" -> ""'], why: "What is no move holds." },
  ]),
  ...inFile("src/scoring/profile-sets.ts", [
    {
      within: "FleetProfiles.#seen",
      changes: ['[] -> ["Stryker was here"]'],
      why: "No profile is a text: the first reading makes the sets, and of no engine it makes the empty one.",
    },
  ]),
  ...inFile("src/control/projection.ts", [
    {
      within: "waitingForPrefill",
      changes: ["true -> false", "condition -> false (2 of 3)", ">= -> >", ">= -> <"],
      why: "What is in order is the same when it is sorted: it only takes longer.",
    },
    { within: "earliestEngine", changes: [">= -> >"], why: "No two engines have the same id." },
  ]),
  ...inFile("src/policies/reactive.ts", [
    { within: "decideReactive", changes: ["> -> >= (2 of 2)"], why: "No candidate is the split of now." },
    { within: "choose", changes: ['"hold" -> ""'], why: "What does not want a move holds." },
    { within: "decideReactive", changes: ['"hold" -> ""'], why: "What does not want a move holds." },
    {
      within: "candidateSplits",
      changes: ['[] -> ["Stryker was here"] (1 of 2)'],
      why: "A text is no number from 1 on: the filter behind leaves it out.",
    },
  ]),
  ...inFile("src/control/urgency.ts", [
    {
      within: "UrgentEvents.arm",
      changes: ["condition -> false (5 of 6)"],
      why: "Null counts as 0 there, which is over no limit.",
    },
  ]),
  ...inFile("src/scoring/what-if.ts", [
    {
      within: "hypotheticalProfiles",
      changes: ["> -> >= (2 of 2)"],
      why: "Where none is added and none taken away, the profiles are given as they are before.",
    },
  ]),
];
