import { changeOf, type Tested } from "./tested";

/** Changes of one line that no test can notice, and why. */
export interface Explained {
  readonly path: string;
  readonly line: string;
  /** The function that it is in, where its file has the line more than once. */
  readonly within?: string;
  /** As `changeOf` words them; "all": whatever is changed in it. */
  readonly changes: readonly string[] | "all";
  readonly why: string;
}

const WRITTEN = "What is told is written before it is read.";

/** Numbers that functions hand on to each other begin with a value that nobody reads. */
function writtenBeforeRead(path: string, zero: string, names: readonly string[]): Explained[] {
  const changes = [zero === "0" ? "0 -> 1" : "0.0 -> 1.0"];
  return names.map((name) => ({ path, line: `let ${name}: f64 = ${zero};`, changes, why: WRITTEN }));
}

export const EXPLAINED: readonly Explained[] = [
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
    line: "if (profile.minKv > least * context) least = max<f64>(least, ceil<f64>(profile.minKv / context));",
    changes: ["* -> /"],
    why: "A batch of fewer tokens than were measured is not covered either: the bound only saves work.",
  },
  {
    path: "assembly/profiles.ts",
    line: "if (best * context > tokens) best = min<f64>(best, max<f64>(1.0, trunc<f64>(tokens / context)));",
    changes: ["1.0 -> 0.0"],
    why: "One request that is longer than what was measured is not covered, no more than none would be.",
  },
  {
    path: "assembly/prefill-price.ts",
    line: "return allCoverPrefill(bucket.least) && allCoverPrefill(bucket.largest)",
    changes: ["allCoverPrefill(bucket.least) && allCoverPrefill(bucket.l... -> false"],
    why: "Cell by cell the sum is the same: it only saves work.",
  },
  {
    path: "assembly/profile-set.ts",
    line: "domain.kvCapacity = min<f64>(domain.kvCapacity, profile.kvCapacity);",
    changes: ["min -> max"],
    why: "No profile was measured beyond its capacity: the least of the measured ranges lies below the least capacity.",
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
  ...writtenBeforeRead("assembly/queries.ts", "0.0", ["inOverflow", "sumInOverflow"]),
  ...writtenBeforeRead("assembly/decode-price.ts", "0.0", ["beforeS", "unknownBefore", "outsideBefore"]),
  ...writtenBeforeRead("assembly/scoring.ts", "0.0", ["activeRequests", "activeTokens"]),
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
  {
    path: "src/control/evidence.ts",
    line: "const closed = this.#closed(spanS, count, oldestS !== null, riskAgeS);",
    changes: ["oldestS !== null -> true"],
    why: "Without an arrival the span is 0, and no configured span is.",
  },
  {
    path: "src/control/evidence.ts",
    line: "return riskAgeS !== null && riskAgeS >= evidenceMaxSpanS;",
    changes: ["riskAgeS !== null -> true"],
    why: "Null counts as 0 there, which no configured span is.",
  },
  {
    path: "src/control/controller.ts",
    line: 'const target = prefill > this.#count("prefill") ? "prefill" : "decode";',
    changes: ['prefill > this.#count("prefill") -> prefill >= this.#count("prefill")'],
    why: "A move is to another split: `checked` sees to it.",
  },
  {
    path: "src/control/reactive.ts",
    line: "const toPrefill = prefill > snapshot.prefillEngines;",
    changes: ["prefill > snapshot.prefillEngines -> prefill >= snapshot.prefillEngines"],
    why: "No candidate is the split of now.",
  },
  {
    path: "src/control/headroom.ts",
    line: '? hold("kv_capacity", facts, limitOf("kv_tokens_per_engine", decodeTokensPerEngine, decodeKvCapacityTokens))',
    changes: ['"kv_capacity" -> ""', '"kv_tokens_per_engine" -> ""'],
    why: "No profile was measured beyond its capacity: what is over it is uncovered first.",
  },
  {
    path: "src/control/headroom.ts",
    line: "offeredHistoryS: offered?.historyS ?? 0,",
    changes: ["offered?.historyS -> offered.historyS"],
    why: "Facts are taken of a view with offered rates: the question mark is there for the compiler.",
  },
  {
    path: "src/control/reactive.ts",
    line: 'return { wants: "hold", prefill, reason: hold, facts, judged: null };',
    changes: ['"hold" -> ""'],
    why: "What does not want a move holds.",
  },
  {
    path: "src/control/policy-guard.ts",
    line: 'return { action: "hold", reason: "policy_error", prefill: view.prefillEngines, facts: { policyError }, limit };',
    changes: ['"hold" -> ""'],
    why: "What is no move holds.",
  },
  {
    path: "src/control/reactive.ts",
    line: ": [...(down ? [prefillEngines - 1] : []), ...(up ? [prefillEngines + 1] : [])];",
    changes: ['[] -> ["Stryker was here"]'],
    why: "A text is no number from 1 on: the filter behind leaves it out.",
  },
  {
    path: "src/control/explain-words.ts",
    line: "for (let digits = DIGITS; digits < MOST_DIGITS; digits += 1) {",
    changes: ["digits < MOST_DIGITS -> digits <= MOST_DIGITS"],
    why: "The last texts are those with the most digits either way.",
  },
  {
    path: "src/control/headroom.ts",
    line: "for (let split = best; split !== view.prefillEngines && gains(split); split += towards) {",
    changes: ["split !== view.prefillEngines -> true"],
    why: "The split of now gains nothing on itself: the loop ends there either way.",
  },
  {
    path: "src/fleet/engine.ts",
    line: "if (this.decodeRequests === 0 || this.profile === null) return 0;",
    changes: ["this.decodeRequests === 0 -> false"],
    why: "Without decode residents there are no tokens, and 0 over the ceiling is 0 as well.",
  },
  {
    path: "src/fleet/engine.ts",
    line: "request.decodeGapStarted = false;",
    within: "leave",
    changes: ["false -> true"],
    why: "What `leave` writes is read of residents only, and `enter` writes it again.",
  },
  {
    path: "src/fleet/request.ts",
    line: "decodeGapStarted = false;",
    changes: ["false -> true"],
    why: "It is read of residents only, and `enter` writes it.",
  },
  {
    path: "src/fleet/request.ts",
    line: 'nextPhase: Phase = "prefill";',
    changes: ['"prefill" -> ""'],
    why: "It is read of waiting requests only, and `wait` writes it.",
  },
  {
    path: "src/fleet/fleet-engines.ts",
    line: 'const residents = [...engine.residents("prefill"), ...engine.residents("decode")];',
    changes: ['"decode" -> ""'],
    why: "Whatever is not prefill is decode there, and the types allow nothing else.",
  },
  {
    path: "src/fleet/fleet.ts",
    line: 'if (engine === null || request.state !== "prefill") return false;',
    changes: ["engine === null -> false"],
    why: "A request in prefill has an engine: the condition is there for the compiler.",
  },
  {
    path: "src/fleet/fleet.ts",
    line: 'if (engine === null || request.state !== "decode") return false;',
    changes: ["engine === null -> false"],
    why: "A request in decode has an engine: the condition is there for the compiler.",
  },
  {
    path: "src/fleet/fleet.ts",
    line: "if (this.queue.size === 0) return 0;",
    changes: ["this.queue.size === 0 -> false"],
    why: "It only saves work: the sum over an empty queue is 0.",
  },
  {
    path: "src/fleet/measured-fleet.ts",
    line: "if (engine) this.prefillFit.ended(engine, prefillTokens, nowS);",
    changes: ["engine -> true"],
    why: "A request whose prefill has just ended had an engine: the condition is there for the compiler.",
  },
  {
    path: "src/fleet/prefill-fit.ts",
    line: "if (span?.alone && alone) this.#sample(engine, prefillTokens, nowS - span.sinceS);",
    changes: ["span?.alone -> span.alone"],
    why: "An engine whose prefill ends has begun one, which wrote its span: the question mark is there for the compiler.",
  },
  {
    path: "src/fleet/prefill-price.ts",
    line: "if (nowS <= this.integratedToS) return;",
    changes: ["nowS <= this.integratedToS -> nowS < this.integratedToS"],
    why: "A time of no length adds 0.",
  },
  {
    path: "src/fleet/token-gaps.ts",
    line: "if (count > 1 && model.slopeS > 0) this.addRatios(gapS, count - 1, model, tokens + 1, requests);",
    changes: ["count > 1 -> true", "count > 1 -> count >= 1"],
    why: "With a count of 0 nothing is added.",
  },
  {
    path: "src/fleet/token-gaps.ts",
    line: "if (count === 1) this.ratioSum += gapS / expectedS;",
    changes: ["count === 1 -> false"],
    why: "The sum of one quotient is that quotient, to the bit: the branch only saves garbage.",
  },
];

/** Whether it is written down why no test detects it. */
export function isExplained(mutant: Tested): boolean {
  const change = changeOf(mutant);
  return EXPLAINED.some(
    ({ path, line, within = mutant.within, changes }) =>
      path === mutant.path &&
      line === mutant.line &&
      within === mutant.within &&
      (changes === "all" || changes.includes(change)),
  );
}
