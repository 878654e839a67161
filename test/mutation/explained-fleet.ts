import { ANEW, type Explained, inFile } from "./explained-entries";

/** Engines and what they hold. */
export const EXPLAINED_FLEET: readonly Explained[] = [
  ...inFile("src/fleet/engine.ts", [
    {
      within: "Engine.decodeWork",
      changes: ["condition -> false (2 of 4)"],
      why: "Without decode residents there are no tokens, and 0 over the ceiling is 0 as well.",
    },
  ]),
  ...inFile("src/fleet/fleet.ts", [
    {
      within: "Fleet.removeEngine",
      changes: ['"decode" -> ""'],
      why: "Whatever is not prefill is decode there, and the types allow nothing else.",
    },
  ]),
  ...inFile("src/fleet/request-moves.ts", [
    {
      within: "RequestMoves.firstToken",
      changes: ["condition -> false (2 of 3)"],
      why: "A request in prefill has an engine: the condition is there for the compiler.",
    },
    {
      within: "RequestMoves.token",
      changes: ["condition -> false (2 of 3)"],
      why: "A request in decode has an engine: the condition is there for the compiler.",
    },
  ]),
  ...inFile("src/fleet/fleet-reading.ts", [
    {
      within: "queuedPrefillS",
      changes: ["condition -> false (1 of 5)"],
      why: "It only saves work: the sum over an empty queue is 0.",
    },
  ]),
  ...inFile("src/fleet/decode-correction.ts", [
    {
      within: "DecodeCorrection.of",
      changes: ["false -> true", "condition -> true (2 of 4)", "condition -> true (3 of 4)"],
      why: ANEW,
    },
  ]),
  ...inFile("src/fleet/prefill-price.ts", [
    { within: "PrefillPrice.#integrate", changes: ["<= -> <"], why: "A time of no length adds 0." },
  ]),
  ...inFile("src/fleet/token-gaps.ts", [
    {
      within: "TokenGaps.addRatios",
      changes: ["condition -> true (1 of 3)", "condition -> true (2 of 3)", "> -> >="],
      why: "The sum of one quotient is that quotient, to the bit: the branch only saves work.",
    },
  ]),
];
