import type { Explained } from "./explained";

export const EXPLAINED_CONTROL: readonly Explained[] = [
  {
    path: "src/control/controller.ts",
    line: 'const target = prefill > this.#count("prefill") ? "prefill" : "decode";',
    changes: ['prefill > this.#count("prefill") -> prefill >= this.#count("prefill")'],
    why: "A move is to another split: `checked` sees to it.",
  },
  {
    path: "src/scoring/evidence.ts",
    line: "const closed = this.#closed(spanS, count, oldestS !== null, riskAgeS);",
    changes: ["oldestS !== null -> true"],
    why: "Without an arrival the span is 0, and no configured span is.",
  },
  {
    path: "src/scoring/evidence.ts",
    line: "return riskAgeS !== null && riskAgeS >= evidenceMaxSpanS;",
    changes: ["riskAgeS !== null -> true"],
    why: "Null counts as 0 there, which no configured span is.",
  },
  {
    path: "src/decision/explain-words.ts",
    line: "for (let digits = DIGITS; digits < MOST_DIGITS; digits += 1) {",
    changes: ["digits < MOST_DIGITS -> digits <= MOST_DIGITS"],
    why: "The last texts are those with the most digits either way.",
  },
  {
    path: "src/decision/explain-words.ts",
    line: "return Math.abs(value) >= 10 ** digits ? Math.round(value) : Number(value.toPrecision(digits));",
    changes: ["Math.abs(value) >= 10 ** digits -> Math.abs(value) > 10 ** digits"],
    why: "A power of ten is the same number with so many digits and as a whole one.",
  },
  {
    path: "src/policies/headroom.ts",
    line: "offeredHistoryS: offered?.historyS ?? 0,",
    changes: ["offered?.historyS -> offered.historyS"],
    why: "Facts are taken of a view with offered rates: the question mark is there for the compiler.",
  },
  {
    path: "src/policies/headroom.ts",
    line: "for (let split = best; split !== view.prefillEngines && gains(split); split += towards) {",
    changes: ["split !== view.prefillEngines -> true"],
    why: "The split of now gains nothing on itself: the loop ends there either way.",
  },
  {
    path: "src/policies/limits.ts",
    line: 'return limitOf("urgent_improvement_s", relief?.projectedTtftImprovementS ?? null, 0);',
    changes: ["relief?.projectedTtftImprovementS -> relief.projectedTtftImprovementS"],
    why: "That reason is of the urgent path, which has a relief: the question mark is there for the compiler.",
  },
  {
    path: "src/policies/policy-guard.ts",
    line: 'return { action: "hold", reason: "policy_error", prefill: view.prefillEngines, facts: { policyError }, limit };',
    changes: ['"hold" -> ""'],
    why: "What is no move holds.",
  },
  {
    path: "src/scoring/profile-sets.ts",
    line: "#seen: (EngineProfile | null)[] = [];",
    changes: ['[] -> ["Stryker was here"]'],
    why: "No profile is a text: the first reading makes the sets, and of no engine it makes the empty one.",
  },
  {
    path: "src/control/projection.ts",
    line: "let inOrder = true;",
    changes: ["true -> false"],
    why: "What is in order is the same when it is sorted: it only takes longer.",
  },
  {
    path: "src/control/projection.ts",
    line: "inOrder &&= request.arrivedS >= latestS;",
    changes: [
      "request.arrivedS >= latestS -> false",
      "request.arrivedS >= latestS -> request.arrivedS > latestS",
      "request.arrivedS >= latestS -> request.arrivedS < latestS",
    ],
    why: "What is in order is the same when it is sorted: it only takes longer.",
  },
  {
    path: "src/control/projection.ts",
    line: "if (endS > earliestS || (endS === earliestS && engine.id >= (engines[earliest] as Engine).id)) continue;",
    changes: ["engine.id >= (engines[earliest] as Engine).id -> engine.id > (engines[earliest] as Engine).id"],
    why: "No two engines have the same id.",
  },
  {
    path: "src/policies/reactive.ts",
    line: "const toPrefill = prefill > snapshot.prefillEngines;",
    changes: ["prefill > snapshot.prefillEngines -> prefill >= snapshot.prefillEngines"],
    why: "No candidate is the split of now.",
  },
  {
    path: "src/policies/reactive.ts",
    line: 'return { wants: "hold", prefill: shown.score.prefill, reason, facts, judged };',
    changes: ['"hold" -> ""'],
    why: "What does not want a move holds.",
  },
  {
    path: "src/policies/reactive.ts",
    line: 'return { wants: "hold", prefill, reason: hold, facts, judged: null };',
    changes: ['"hold" -> ""'],
    why: "What does not want a move holds.",
  },
  {
    path: "src/policies/reactive.ts",
    line: ": [...(down ? [prefillEngines - 1] : []), ...(up ? [prefillEngines + 1] : [])];",
    changes: ['[] -> ["Stryker was here"]'],
    why: "A text is no number from 1 on: the filter behind leaves it out.",
  },
  {
    path: "src/control/urgency.ts",
    line: "if (ttftS === null || ttftS <= this.#config.ttftSloS) return false;",
    changes: ["ttftS === null -> false"],
    why: "Null counts as 0 there, which is over no limit.",
  },
  {
    path: "src/scoring/what-if.ts",
    line: "return added > 0 ? new ProfileSet([...each, ...repeat(common, added)]) : new ProfileSet(each.slice(-added));",
    changes: ["added > 0 -> added >= 0"],
    why: "Where none is added and none taken away, the profiles are given as they are before.",
  },
];
