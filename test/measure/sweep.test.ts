import { describe, expect, it } from "vitest";
import { fitProfile } from "../../src/fit/fit-profile";
import { RefusedError, type TimedCompletion } from "../../src/measure/completion-client";
import { decodePointOf } from "../../src/measure/decode-window";
import { sweepEngine } from "../../src/measure/sweep";

const answer = (startS: number, chunksS: number[], given: Partial<TimedCompletion> = {}): TimedCompletion => ({
  startS,
  chunksS,
  inputTokens: 100,
  cachedTokens: 0,
  outputTokens: chunksS.length,
  ...given,
});
const even = (fromS: number, intervalS: number, count: number) =>
  Array.from({ length: count }, (_, index) => fromS + index * intervalS);

describe("the window of a batch", () => {
  it("begins with the last first token and ends with the first end", () => {
    // The first one decodes alone until 1 s, at 0.05 s a token; then both at 0.1 s, 10 intervals.
    const first = answer(0, [...even(0, 0.05, 20), ...even(1, 0.1, 11)]);
    const second = answer(0, even(1, 0.1, 21));
    const point = decodePointOf([first, second]);
    expect(point?.requests).toBe(2);
    expect(point?.seconds).toBeCloseTo(0.1, 9);
    // 100 + 20 tokens from before + 5.5, and 100 + 5.5.
    expect(point?.kvTokens).toBeCloseTo(231, 9);
  });

  it("counts several tokens in a chunk", () => {
    const point = decodePointOf([answer(0, even(0, 0.3, 11), { outputTokens: 33 })]);
    expect(point?.seconds).toBeCloseTo(0.1, 9);
    expect(point?.kvTokens).toBeCloseTo(116.5, 9);
  });

  it("is null where they ran together for a few tokens only", () => {
    expect(decodePointOf([answer(0, even(0, 0.1, 20)), answer(0, even(1.5, 0.1, 20))])).toBeNull();
    expect(decodePointOf([answer(0, [])])).toBeNull();
  });
});

/** An engine of a known profile: 2 tokens a word, prompts one after the other, then all decode together. */
function engine(more: { cached?: number; refuses?: number } = {}) {
  let waiting: { words: number; tokens: number; resolve: (timed: TimedCompletion) => void }[] = [];
  const seen = new Set<string>();
  const run = () => {
    const all = waiting;
    waiting = [];
    const kv = all.reduce((sum, { words, tokens }) => sum + 2 * words + tokens / 2, 0);
    const intervalS = 0.01 + 0.001 * all.length + 1e-6 * kv;
    let timeS = 0;
    const firsts = all.map(({ words }) => {
      timeS += 0.02 + 1e-4 * 2 * words;
      return timeS;
    });
    for (const [index, { words, tokens, resolve }] of all.entries()) {
      const chunksS = [firsts[index] as number, ...even(timeS + intervalS, intervalS, tokens - 1)];
      resolve(answer(0, chunksS, { inputTokens: 2 * words, cachedTokens: more.cached ?? 0 }));
    }
  };
  const complete = (_: string, prompt: string, tokens: number) =>
    new Promise<TimedCompletion>((resolve, reject) => {
      const words = prompt.trim().split(" ").length;
      seen.add(prompt.slice(0, 30));
      if (2 * words > (more.refuses ?? Number.POSITIVE_INFINITY)) return reject(new RefusedError("url", "too long"));
      if (waiting.push({ words, tokens, resolve }) === 1) setImmediate(run);
    });
  return { client: { complete, endsEarly: false }, seen };
}

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
}

const plan = {
  model: "m",
  lengths: [64, 256, 512, 1024],
  batches: [1, 2, 8],
  contexts: [100, 1000],
  outputTokens: 101,
  repeats: 2,
};

describe("a sweep", () => {
  it("finds the profile of an engine, by its own count of tokens", async () => {
    const { client, seen } = engine();
    const lines: string[] = [];
    const { prefill, decode, remarks } = await sweepEngine(client, plan, randomOf(7), (line) => lines.push(line));
    expect(remarks).toEqual([]);
    expect(prefill.map(({ inputTokens }) => inputTokens)).toEqual([64, 256, 512, 1024]);
    expect(decode.map(({ requests }) => requests)).toEqual([1, 1, 2, 2, 8, 8, 1, 1, 2, 2, 8, 8]);
    expect(lines[0]).toBe("prefill of 64 tokens: 26.4 ms");
    expect(lines.length).toBe(16);
    const whole = { batched: 0, saturated: 0 };
    const { profile } = fitProfile({ points: prefill, ...whole }, { points: decode, ...whole });
    expect(profile.ttftB).toBeCloseTo(1e-4, 9);
    expect(profile.ttftC).toBeCloseTo(0.02, 6);
    expect(profile.tpotRequestSlope).toBeCloseTo(0.001, 5);
    expect(profile.tpotIntercept).toBeCloseTo(0.01, 4);
    // Two warm-ups, 8 prompts of prefill and 44 of decode: no two begin alike.
    expect(seen.size).toBe(54);
  });

  it("leaves out what a prefix cache knew, and prompts that are too long", async () => {
    const cached = await sweepEngine(engine({ cached: 16 }).client, plan, randomOf(7));
    expect([cached.prefill, cached.decode]).toEqual([[], []]);
    expect(cached.remarks).toContain("answers from a prefix cache, or without tokens, were left out");
    const short = await sweepEngine(engine({ refuses: 600 }).client, plan, randomOf(7));
    expect(short.prefill.map(({ inputTokens }) => inputTokens)).toEqual([64, 256, 512]);
    expect(short.decode.length).toBe(6);
    expect(short.remarks[0]).toBe("prompts of 1024 tokens: url: too long");
  });

  it("says where the server may have ended answers early", async () => {
    const { client } = engine();
    const { remarks } = await sweepEngine({ ...client, endsEarly: true }, plan, randomOf(7));
    expect(remarks).toEqual(["the server refuses ignore_eos and min_tokens: answers may have ended early"]);
  });
});
