import { type Explained, inFile } from "./explained-entries";

/** Engines and what they hold. */
export const EXPLAINED_FLEET: readonly Explained[] = [
  ...inFile("src/fleet/engine.ts", [
    {
      within: "Engine.decodeWork",
      changes: ["condition -> false (2 of 4)"],
      why: "Without decode residents there are no tokens, and 0 over the ceiling is 0 as well.",
    },
    {
      within: "Engine.leave",
      changes: ["false -> true"],
      why: "What `leave` writes is read of residents only, and `enter` writes it again.",
    },
  ]),
  ...inFile("src/fleet/request.ts", [
    {
      within: "FleetRequest.decodeGapStarted",
      changes: ["false -> true"],
      why: "It is read of residents only, and `enter` writes it.",
    },
    {
      within: "FleetRequest.nextPhase",
      changes: ['"prefill" -> ""'],
      why: "It is read of waiting requests only, and `wait` writes it.",
    },
  ]),
  ...inFile("src/fleet/fleet-engines.ts", [
    {
      within: "FleetEngines.removeEngine",
      changes: ['"decode" -> ""'],
      why: "Whatever is not prefill is decode there, and the types allow nothing else.",
    },
  ]),
  ...inFile("src/fleet/fleet.ts", [
    {
      within: "Fleet.firstToken",
      changes: ["condition -> false (2 of 3)"],
      why: "A request in prefill has an engine: the condition is there for the compiler.",
    },
    {
      within: "Fleet.token",
      changes: ["condition -> false (2 of 3)"],
      why: "A request in decode has an engine: the condition is there for the compiler.",
    },
    {
      within: "Fleet.queuedPrefillS",
      changes: ["condition -> false (1 of 3)"],
      why: "It only saves work: the sum over an empty queue is 0.",
    },
  ]),
  ...inFile("src/fleet/measured-fleet.ts", [
    {
      within: "MeasuredFleet.firstToken",
      changes: ["condition -> true (2 of 2)"],
      why: "A request whose prefill has just ended had an engine: the condition is there for the compiler.",
    },
  ]),
  ...inFile("src/fleet/prefill-price.ts", [
    { within: "PrefillPrice.integrate", changes: ["<= -> <"], why: "A time of no length adds 0." },
  ]),
  ...inFile("src/fleet/token-gaps.ts", [
    {
      within: "TokenGaps.addLaterRatios",
      changes: ["condition -> true (2 of 3)", "> -> >= (1 of 2)"],
      why: "With a count of 0 nothing is added.",
    },
    {
      within: "TokenGaps.addRatios",
      changes: ["condition -> false (2 of 2)"],
      why: "The sum of one quotient is that quotient, to the bit: the branch only saves garbage.",
    },
  ]),
];
