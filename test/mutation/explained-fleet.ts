import type { Explained } from "./explained";

export const EXPLAINED_FLEET: readonly Explained[] = [
  {
    path: "src/fleet/engine.ts",
    line: "if (this.decodeRequests === 0 || this.profile === null) return 0;",
    changes: ["this.decodeRequests === 0 -> false"],
    why: "Without decode residents there are no tokens, and 0 over the ceiling is 0 as well.",
  },
  {
    path: "src/fleet/fleet.ts",
    line: 'const residents = [...engine.residents("prefill"), ...engine.residents("decode")];',
    changes: ['"decode" -> ""'],
    why: "Whatever is not prefill is decode there, and the types allow nothing else.",
  },
  {
    path: "src/fleet/request-moves.ts",
    line: 'if (engine === null || request.state !== "prefill") return false;',
    changes: ["engine === null -> false"],
    why: "A request in prefill has an engine: the condition is there for the compiler.",
  },
  {
    path: "src/fleet/request-moves.ts",
    line: 'if (engine === null || request.state !== "decode") return false;',
    changes: ["engine === null -> false"],
    why: "A request in decode has an engine: the condition is there for the compiler.",
  },
  {
    path: "src/fleet/fleet-reading.ts",
    line: "if (queue.head === null) return 0;",
    changes: ["queue.head === null -> false"],
    why: "It only saves work: the sum over an empty queue is 0.",
  },
  {
    path: "src/fleet/prefill-fit.ts",
    line: "if (span?.alone && alone) this.#sample(engine, prefillTokens, nowS - span.sinceS);",
    changes: ["span?.alone -> span.alone"],
    why: "An engine whose prefill ends has begun one, which wrote its span: the question mark is there for the compiler.",
  },
  {
    path: "src/fleet/prefill-price.ts",
    line: "if (nowS <= this.#integratedToS) return;",
    changes: ["nowS <= this.#integratedToS -> nowS < this.#integratedToS"],
    why: "A time of no length adds 0.",
  },
  {
    path: "src/fleet/token-gaps.ts",
    line: "if (count > 1 || expectedS === 0) return this.#addSeveral(expectedS, gapS, count, model, tokens, requests);",
    changes: ["count > 1 -> true", "count > 1 -> count >= 1", "count > 1 || expectedS === 0 -> true"],
    why: "The sum of one quotient is that quotient, to the bit: the branch only saves work.",
  },
];
