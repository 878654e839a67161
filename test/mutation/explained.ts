import { changeOf, type Tested } from "./tested";

/** Changes of one line that no test can notice, and why. */
export interface Explained {
  readonly path: string;
  readonly line: string;
  /** As `changeOf` words them; "all": whatever is changed in it. */
  readonly changes: readonly string[] | "all";
  readonly why: string;
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
    path: "assembly/decode-price.ts",
    line: "profiles = profilesVersion();",
    changes: ["profiles = profilesVersion(); -> ;"],
    why: "Prices are then taken anew at every look, and are the same: it only saves work.",
  },
  {
    path: "assembly/decode-price.ts",
    line: "if (index == cutIndex && index <= window.head) seconds = secondsIn(window, bucketAtIndex(window, index++), sinceS, what);",
    changes: ["index == cutIndex && index <= window.head -> true"],
    why: "A bucket that the cut does not go through is then looked at cell by cell: all of its cells count, or none.",
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
  ...["total", "ttftMet", "tpotMet", "bothMet"].map((sum) => ({
    path: "assembly/outcomes.ts",
    line: `let ${sum}: f64 = 0;`,
    changes: ["0 -> 1"],
    why: "A sum is read after it was taken, and taking it begins with 0.",
  })),
  {
    path: "assembly/outcomes.ts",
    line: "let buckets: i32 = 0;",
    changes: ["0 -> 1"],
    why: "It is read after a sum was taken, and taking it begins with 0.",
  },
  {
    path: "assembly/offered-shapes.ts",
    line: "if (shape.summed > 0.0) this.sumUp(shape, 0.0);",
    changes: ["> -> >="],
    why: "It takes nothing out of the sum where nothing was in it.",
  },
  {
    path: "assembly/prefill-price.ts",
    line: "let gaps: u32 = 0;",
    changes: ["0 -> 1"],
    why: "It is read after a price was taken, and taking it begins with 0.",
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
    ({ path, line, changes }) =>
      path === mutant.path && line === mutant.line && (changes === "all" || changes.includes(change)),
  );
}
